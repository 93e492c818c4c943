import sys

from carrack.ablation.command_line import main

sys.exit(main())
