"""The certificate of a room that speaks TLS itself, read again when it has been renewed."""

import ssl
from pathlib import Path

import structlog

from pokerroom.live.settings import SettingsError, Tls

LOG = structlog.get_logger(__name__)

VERSIONS = {"1.2": ssl.TLSVersion.TLSv1_2, "1.3": ssl.TLSVersion.TLSv1_3}


class Certificate:
    """Connections that are open keep theirs; each new one is shown what was read last."""

    def __init__(self, tls: Tls) -> None:
        self._tls = tls
        self.context = context_of(tls)
        self._read = changed_at(tls)

    def renew(self) -> None:
        """Read it again. A file that cannot be read, or a key that does not fit, leaves the old one in use."""
        self._read = changed_at(self._tls)
        try:
            context_of(self._tls)
        except SettingsError as error:
            LOG.error("the certificate was not renewed", error=str(error))  # noqa: TRY400  a trace says no more
            return
        load(self.context, self._tls)
        LOG.warning("the certificate was read again", certificate=self._tls.certificate)

    def renew_if_changed(self) -> None:
        if changed_at(self._tls) != self._read:
            self.renew()


def context_of(tls: Tls) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = VERSIONS[tls.minimum]
    context.set_alpn_protocols(["http/1.1"])
    try:
        load(context, tls)
    except OSError as error:
        raise SettingsError(f"the certificate {tls.certificate} cannot be used: {error}") from None
    return context


def load(context: ssl.SSLContext, tls: Tls) -> None:
    # Nobody is there to be asked for a password.
    context.load_cert_chain(tls.certificate, tls.key or None, password="")


def changed_at(tls: Tls) -> tuple[int, ...]:
    """When its files were changed last; nothing while one of them is missing."""
    files = [Path(each) for each in (tls.certificate, tls.key) if each]
    return tuple(each.stat().st_mtime_ns for each in files if each.exists())
