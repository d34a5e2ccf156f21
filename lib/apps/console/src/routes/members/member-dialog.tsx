import type { BodyOfResponse } from '@scangate/client';
import type { ReactElement } from 'react';
import { memberMessages } from '@scangate/console/messages/organization/members.ts';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import type { Role } from '@scangate/console/session/session.ts';
import { useSignedIn } from '@scangate/console/session/session-context.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import type { Member } from './member-list.tsx';

export type MemberAction =
  | { kind: 'role'; member: Member; role: Role }
  | { kind: 'digest'; member: Member }
  | { kind: 'sessions'; member: Member }
  | { kind: 'remove'; member: Member; isSelf: boolean };

interface MemberDialogProps {
  act: MemberAction;
  onClose: () => void;
  onRemoved: (ended: BodyOfResponse<'remove-member', 200>) => void;
}

const RemoveDialog = ({
  member,
  isSelf,
  onClose,
  onRemoved,
}: Omit<MemberDialogProps, 'act'> & { member: Member; isSelf: boolean }): ReactElement => {
  const { refresh } = useSignedIn();
  const remove = useApiAction('remove-member', {
    invalidates: ['list-members', 'list-tokens', 'list-trust-rules'],
    onDone: ({ body }) => {
      onClose();
      // Who left has no session in this organization any more.
      if (isSelf) void refresh();
      else onRemoved(body);
    },
  });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={isSelf ? memberMessages.leaveTitle : memberMessages.removeTitle(member.email)}
      confirm={isSelf ? memberMessages.leave : memberMessages.remove}
      typeToConfirm={member.email}
      onConfirm={() => void remove.run({ params: { personId: member.personId } })}
      busy={remove.isBusy}
      problem={remove.problem}
    >
      {isSelf ? memberMessages.leaveText : memberMessages.removeText}
    </ConfirmDialog>
  );
};

const ChangeDialog = ({
  act,
  onClose,
}: {
  act: Extract<MemberAction, { kind: 'role' | 'digest' }>;
  onClose: () => void;
}) => {
  const { refresh, session } = useSignedIn();
  const { member } = act;
  const change = useApiAction('change-member', {
    invalidates: ['list-members'],
    onDone: () => {
      onClose();
      // A role of one's own changes what the pages show.
      if (member.personId === session.person.personId) void refresh();
    },
  });
  const digest = member.advisoryDigest === 'daily' ? 'off' : 'daily';
  const body = act.kind === 'role' ? { role: act.role } : ({ advisoryDigest: digest } as const);
  const isRole = act.kind === 'role';
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isRole ? memberMessages.changeRoleTitle : memberMessages.digest}
      confirm={isRole ? memberMessages.changeRoleConfirm : memberMessages.digestLabel(digest)}
      onConfirm={() => void change.run({ params: { personId: member.personId }, body })}
      busy={change.isBusy}
      problem={change.problem}
    >
      {isRole ? memberMessages.changeRole(member.email, act.role) : memberMessages.digestText(member.email)}
    </ConfirmDialog>
  );
};

const SessionsDialog = ({ member, onClose }: { member: Member; onClose: () => void }): ReactElement => {
  const end = useApiAction('end-sessions', { onDone: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={memberMessages.endSessionsTitle(member.email)}
      confirm={memberMessages.endSessions}
      onConfirm={() => void end.run({ query: { personId: member.personId } })}
      busy={end.isBusy}
      problem={end.problem}
    >
      {memberMessages.endSessionsText}
    </ConfirmDialog>
  );
};

/** Asks before a person is changed, signed out or removed. */
export const MemberDialog = ({ act, onClose, onRemoved }: MemberDialogProps): ReactElement => {
  if (act.kind === 'sessions') return <SessionsDialog member={act.member} onClose={onClose} />;
  return act.kind === 'remove' ? (
    <RemoveDialog member={act.member} isSelf={act.isSelf} onClose={onClose} onRemoved={onRemoved} />
  ) : (
    <ChangeDialog act={act} onClose={onClose} />
  );
};
