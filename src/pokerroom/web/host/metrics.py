"""What the host reports to those who run it, for Prometheus."""

from prometheus_client import CollectorRegistry, Gauge, generate_latest

from pokerroom.jackpot.rules import Level
from pokerroom.linked.host.state import Offering
from pokerroom.live.host.host import LinkedHost


class HostMetrics:
    """Everything is read from the host when somebody asks."""

    def __init__(self, host: LinkedHost) -> None:
        self._host, self.registry = host, CollectorRegistry()
        gauge = self._gauge
        self._offered = gauge("offered", "1 while the payout is offered in all casinos.")
        self._notices = gauge("notices", "Notices issued.")
        self._pending = gauge("claims_pending", "Claims that are not decided.")
        self._refused = gauge("calls_refused", "Calls refused since the host was started.")
        self._failing = gauge("record_failing", "1 while the record cannot be written.")
        self._shown = gauge("shown_cents", "What displays say, by level.", "level")
        self._letters = gauge("letters", "Letters taken, by casino.", "casino")
        self._behind = gauge("notices_behind", "Notices that a casino has not acknowledged.", "casino")
        self._silent = gauge("silent", "1 while a casino is not heard.", "casino")
        self._skew = gauge("skew_alarm", "1 while the clock of a casino differs too much.", "casino")

    def _gauge(self, name: str, words: str, *labels: str) -> Gauge:
        return Gauge(f"pokerroom_host_{name}", words, labels, registry=self.registry)

    def exposition(self) -> bytes:
        host, state = self._host, self._host.state
        self._offered.set(state.offering is Offering.OFFERED)
        self._notices.set(state.notices)
        self._pending.set(len(state.pending))
        self._refused.set(host.refused_calls)
        self._failing.set(host.trouble is not None)
        for level in Level:
            self._shown.labels(level.value).set(state.shown.of(level))
        silent = host.silent
        for casino in state.casinos:
            member = state.member(casino)
            self._letters.labels(casino).set(member.letters)
            self._behind.labels(casino).set(state.notices - member.acknowledged)
            self._silent.labels(casino).set(casino in silent)
            self._skew.labels(casino).set(member.skew_alarm)
        return generate_latest(self.registry)
