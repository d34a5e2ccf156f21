import type { ReactElement } from 'react';
import { tokenMessages } from '@scangate/console/messages/organization/tokens.ts';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import type { Token } from './token-life.ts';

export interface TokenAction {
  kind: 'revoke' | 'take_over';
  token: Token;
}

interface TokenDialogProps {
  token: Token;
  onClose: () => void;
}

const RevokeDialog = ({ token, onClose }: TokenDialogProps): ReactElement => {
  const revoke = useApiAction('revoke-token', { invalidates: ['list-tokens'], onDone: onClose });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={tokenMessages.revokeTitle(token.name)}
      confirm={tokenMessages.revoke}
      typeToConfirm={token.name}
      onConfirm={() => void revoke.run({ params: { tokenId: token.tokenId } })}
      busy={revoke.isBusy}
      problem={revoke.problem}
    >
      {tokenMessages.revokeText}
    </ConfirmDialog>
  );
};

const TakeOverDialog = ({ token, onClose }: TokenDialogProps): ReactElement => {
  const takeOver = useApiAction('hand-over-token', { invalidates: ['list-tokens'], onDone: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={tokenMessages.takeOverTitle}
      confirm={tokenMessages.takeOver}
      onConfirm={() => void takeOver.run({ params: { tokenId: token.tokenId }, body: { responsible: 'me' } })}
      busy={takeOver.isBusy}
      problem={takeOver.problem}
    >
      {tokenMessages.takeOverText}
    </ConfirmDialog>
  );
};

/** Asks before a token ends or changes its responsible person. */
export const TokenDialog = ({ act, onClose }: { act: TokenAction; onClose: () => void }): ReactElement =>
  act.kind === 'revoke' ? (
    <RevokeDialog token={act.token} onClose={onClose} />
  ) : (
    <TakeOverDialog token={act.token} onClose={onClose} />
  );
