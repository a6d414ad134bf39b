"""`perform` chooses: the events a command leads to, or why it is refused. Who may give it stands in one table."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pokerroom.linked.host import commands, confirming, events, founding, taking, watching
from pokerroom.linked.host.acting import Acting
from pokerroom.linked.host.founding import OPERATORS, REPRESENTATIVES, not_on_the_list
from pokerroom.linked.host.refusals import Refusal
from pokerroom.linked.host.state import AccessRole, Host

HostOutcome = tuple[Host, tuple[events.Event, ...]] | Refusal


class HostHandler(NamedTuple):
    does: Callable[[Acting, Any], Refusal | None]
    who: frozenset[AccessRole] = frozenset()
    """Whose act it is; nobody's where it follows by itself."""


HANDLERS: Mapping[type[Any], HostHandler] = {
    commands.GrantAccess: HostHandler(founding.grant_access, OPERATORS),
    commands.WithdrawAccess: HostHandler(founding.withdraw_access, OPERATORS),
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
    commands.ConfirmPayout: HostHandler(confirming.confirm_payout, OPERATORS),
}


def perform(host: Host, command: commands.Command) -> HostOutcome:
    """The host afterwards and the events that led there, or why nothing happened."""
    handler = HANDLERS[type(command)]
    acting = Acting(host, at=command.at, by=command.by)
    refusal = not_on_the_list(host, command.by, handler.who) if handler.who else None
    refusal = refusal or handler.does(acting, command)
    return refusal if refusal is not None else (acting.host, tuple(acting.events))
