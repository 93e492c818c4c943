import sys

from carrack.tuning.command_line import main

sys.exit(main())
