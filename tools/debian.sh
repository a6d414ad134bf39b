# What brings a package where that is simple: on Debian, as root. For the scripts beside it, which read it in.

is_debian() {
    command -v apt-get >/dev/null && [ "$(id -u)" = 0 ] && grep -qs '^ID=debian' /etc/os-release
}

from_debian() {
    set -- apt-get -qq -y -o DPkg::Lock::Timeout=120 install "$1"
    DEBIAN_FRONTEND=noninteractive "$@" >/dev/null 2>&1 ||
        { apt-get -qq update >/dev/null && DEBIAN_FRONTEND=noninteractive "$@" >/dev/null; }
}
