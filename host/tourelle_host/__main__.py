"""`python -m tourelle_host` is `tourelle`."""

from tourelle_host.start import main

raise SystemExit(main())
