import type { ReactElement } from 'react';
import { tokenMessages } from '@scangate/console/messages/organization/tokens.ts';
import { Menu } from '@scangate/console/parts/overlays/menu.tsx';
import { managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import type { TokenAction } from './token-dialog.tsx';
import { isLive, type Token } from './token-life.ts';

/** Offers what can be done with a live token. */
export const TokenMenu = ({
  token,
  onAct,
}: {
  token: Token;
  onAct: (act: TokenAction) => void;
}): ReactElement | null => {
  const { role, person } = useSession();
  if (!isLive(token)) return null;
  const isManager = managers.includes(role);
  const isOwn = token.personId === person.personId;
  const takeOver =
    isManager && !isOwn && token.kind === 'service'
      ? [{ items: [{ label: tokenMessages.takeOver, onSelect: () => onAct({ kind: 'take_over', token }) }] }]
      : [];
  const revoke =
    isManager || isOwn
      ? [
          {
            items: [
              { label: tokenMessages.revoke, danger: true, onSelect: () => onAct({ kind: 'revoke', token }) },
            ],
          },
        ]
      : [];
  const groups = [...takeOver, ...revoke];
  if (groups.length === 0) return null;
  return <Menu label={tokenMessages.actionsFor(token.name)} icon="more" kind="quiet" groups={groups} />;
};
