import type { ReactElement } from 'react';
import { memberMessages } from '@scangate/console/messages/organization/members.ts';
import { Menu } from '@scangate/console/parts/overlays/menu.tsx';
import { managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import type { MemberAction } from './member-dialog.tsx';
import type { Member } from './member-list.tsx';
import { canRemove, rolesToChangeTo } from './member-rights.ts';

interface MemberMenuProps {
  member: Member;
  onAct: (act: MemberAction) => void;
}

/** Offers what can be done with a person, by one's own role and theirs. */
export const MemberMenu = ({ member, onAct }: MemberMenuProps): ReactElement | null => {
  const { role: own, person } = useSession();
  const isSelf = member.personId === person.personId;
  const roles = rolesToChangeTo(own, member.role).map((role) => ({
    label: memberMessages.makeRole(role),
    onSelect: () => onAct({ kind: 'role', member, role }),
  }));
  const digest = {
    label: member.advisoryDigest === 'daily' ? memberMessages.digestStop : memberMessages.digestOn,
    onSelect: () => onAct({ kind: 'digest', member }),
  };
  const removal = canRemove(own, { role: member.role, isSelf })
    ? [
        {
          label: isSelf ? memberMessages.leave : memberMessages.remove,
          danger: true,
          onSelect: () => onAct({ kind: 'remove', member, isSelf }),
        },
      ]
    : [];
  // Owners and admins alone get the mail.
  const mails = managers.includes(member.role) ? [digest] : [];
  const sessions =
    !isSelf && canRemove(own, { role: member.role, isSelf })
      ? [{ label: memberMessages.endSessions, onSelect: () => onAct({ kind: 'sessions', member }) }]
      : [];
  const groups = [roles, mails, sessions, removal]
    .filter((items) => items.length > 0)
    .map((items) => ({ items }));
  return <Menu label={memberMessages.actionsFor(member.email)} icon="more" kind="quiet" groups={groups} />;
};
