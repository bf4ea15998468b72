"""Run the first Python block of a Markdown file: `python tests/docs/first_block.py docs/tutorial.md`."""

import re
import sys
from pathlib import Path

text = Path(sys.argv[1]).read_text(encoding="utf-8")
exec(re.search(r"^```python\n(.*?)^```", text, re.M | re.S)[1])
