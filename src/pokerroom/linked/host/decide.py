"""`perform` chooses: the events a command leads to, or why it is refused. Who may give it stands in one table."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pokerroom.linked.host import commands, confirming, events, founding, standing_in, taking, watching
from pokerroom.linked.host.acting import Acting
from pokerroom.linked.host.founding import OPERATORS, REPRESENTATIVES, not_on_the_list
from pokerroom.linked.host.refusals import Refusal
from pokerroom.linked.host.state import AccessRole, Host
from pokerroom.linked.people import SYSTEM

HostOutcome = tuple[Host, tuple[events.Event, ...]] | Refusal


class HostHandler(NamedTuple):
    does: Callable[[Acting, Any], Refusal | None]
    who: frozenset[AccessRole] = frozenset()
    """Whose act it is; nobody's where it follows by itself."""
    by_the_file: bool = False
    """Whether it may also follow from the access list in the host's settings, as the system reads it."""


HANDLERS: Mapping[type[Any], HostHandler] = {
    commands.GrantAccess: HostHandler(founding.grant_access, OPERATORS, by_the_file=True),
    commands.WithdrawAccess: HostHandler(founding.withdraw_access, OPERATORS, by_the_file=True),
    commands.Enter: HostHandler(founding.enter),
    commands.RecordNotice: HostHandler(founding.record_notice, OPERATORS),
    commands.InstallSoftware: HostHandler(founding.install, OPERATORS),
    commands.FileAgreement: HostHandler(founding.file_agreement, OPERATORS),
    commands.StartSystem: HostHandler(founding.start, OPERATORS),
    commands.ProposeChange: HostHandler(founding.propose, OPERATORS | REPRESENTATIVES),
    commands.ApproveChange: HostHandler(founding.approve, REPRESENTATIVES),
    commands.PutInForce: HostHandler(founding.put_in_force, OPERATORS),
    commands.RegisterKey: HostHandler(founding.register_key, OPERATORS),
    commands.RevokeKey: HostHandler(founding.revoke_key, OPERATORS),
    commands.TakeLetters: HostHandler(taking.take_letters),
    commands.NoteAcknowledged: HostHandler(taking.note_acknowledged),
    commands.Watch: HostHandler(watching.watch),
    commands.RefuseCall: HostHandler(taking.refuse_call),
    commands.NotifyByOtherMeans: HostHandler(confirming.notify_by_other_means, OPERATORS),
    commands.VerifyByOtherMeans: HostHandler(standing_in.verify_otherwise, OPERATORS),
    commands.AuthoriseByOtherMeans: HostHandler(standing_in.authorise_otherwise, OPERATORS),
    commands.RejectByOtherMeans: HostHandler(standing_in.reject_otherwise, OPERATORS),
    commands.ConfirmPayout: HostHandler(confirming.confirm_payout, OPERATORS),
}


def perform(host: Host, command: commands.Command) -> HostOutcome:
    """The host afterwards and the events that led there, or why nothing happened."""
    handler = HANDLERS[type(command)]
    acting = Acting(host, at=command.at, by=command.by)
    is_asked = bool(handler.who) and not (handler.by_the_file and command.by == SYSTEM)
    refusal = not_on_the_list(host, command.by, handler.who) if is_asked else None
    refusal = refusal or handler.does(acting, command)
    return refusal if refusal is not None else (acting.host, tuple(acting.events))
