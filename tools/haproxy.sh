#!/bin/sh
# Brings an HAProxy for the tests unless there is one: the package on Debian as root. Elsewhere it is for whoever tests
# to install; without one, the end of the tests says what was not tested.
. "$(dirname "$0")/debian.sh"

have() {
    PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v haproxy >/dev/null
}

have && exit 0
is_debian && echo 'Bringing HAProxy for the tests ...' >&2 && from_debian haproxy && have && exit 0
echo 'There is no HAProxy: its configuration will not be tested.' >&2
exit 1
