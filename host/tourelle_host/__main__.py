"""Makes `python -m tourelle_host` the same as `tourelle`."""

from tourelle_host.start import main

raise SystemExit(main())
