#!/bin/sh
# Brings a Chromium for the tests unless there is one: the package on Debian as root, elsewhere Playwright's own build.
# Takes the python that has Playwright. Whoever cannot be given one is told so, here and at the end of the tests.
. "$(dirname "$0")/debian.sh"
python=$1

have() {
    command -v chromium >/dev/null || "$python" -c '
import pathlib, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    sys.exit(not pathlib.Path(playwright.chromium.executable_path).exists())'
}

have && exit 0
echo 'Bringing Chromium for the tests ...' >&2
is_debian && from_debian chromium && have && exit 0
"$python" -m playwright install chromium >/dev/null && have && exit 0
echo 'There is no Chromium, and none could be installed: nothing will be tested in a browser.' >&2
exit 1
