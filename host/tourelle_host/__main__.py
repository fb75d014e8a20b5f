"""`python -m tourelle_host` is `tourelle`."""

import sys

from tourelle_host.cli import main

sys.exit(main())
