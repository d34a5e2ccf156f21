import { SecretOnce } from '@scangate/console/parts/overlays/secret-once.tsx';
import type { ReactElement } from 'react';
import { tokenMessages } from '@scangate/console/messages/organization/tokens.ts';
import { FormDialog } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { TokenFields } from './token-fields.tsx';
import { bodyOf, errorsIn, kindsFor, newRequest, type TokenRequest } from './token-request.ts';

/** Makes a token and shows it once. The token itself is in no draft and no storage. */
export const IssueDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const { role, scopes } = useSession();
  const kinds = kindsFor(role);
  const draft = useDraft<TokenRequest>('token', newRequest(kinds[0] ?? 'personal', scopes));
  const issue = useApiAction('issue-token', { invalidates: ['list-tokens'] });
  const token = issue.data?.token;
  return (
    <FormDialog
      title={tokenMessages.issueTitle}
      submit={tokenMessages.create}
      draft={draft}
      errorsIn={errorsIn}
      act={issue}
      send={(value) => issue.run({ body: bodyOf(value) })}
      onClose={onClose}
      once={() =>
        token === undefined ? undefined : (
          <SecretOnce title={tokenMessages.issuedTitle} secret={token} onClose={onClose} />
        )
      }
    >
      {(fields) => <TokenFields {...fields} kinds={kinds} scopes={scopes} />}
    </FormDialog>
  );
};
