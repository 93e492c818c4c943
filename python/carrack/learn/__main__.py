import sys

from carrack.learn.command_line import main

sys.exit(main())
