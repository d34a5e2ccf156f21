import { useState, type ReactElement } from 'react';
import { tokenMessages } from '@scangate/console/messages/organization/tokens.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useAct } from '@scangate/console/session/use-act.ts';
import { TokenOnce } from './token-once.tsx';
import { TokenFields } from './token-fields.tsx';
import { bodyOf, errorsIn, kindsFor, newRequest, type TokenRequest } from './token-request.ts';

/** Makes a token and shows it once. The token itself is in no draft and no storage. */
export const IssueDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const { role, scopes } = useSession();
  const kinds = kindsFor(role);
  const draft = useDraft<TokenRequest>('token', newRequest(kinds[0] ?? 'personal', scopes));
  const [isTried, setTried] = useState(false);
  const issue = useAct('issue-token', { invalidates: ['list-tokens'], onDone: draft.clear });
  const errors = errorsIn(draft.value);
  const submit = (): void => {
    setTried(true);
    if (!Object.values(errors).some(Boolean)) void issue.run({ body: bodyOf(draft.value) });
  };
  const issued = issue.data;
  if (issued?.token !== undefined)
    return <TokenOnce title={tokenMessages.issuedTitle} token={issued.token} onClose={onClose} />;
  return (
    <Dialog open modal size="large" onClose={onClose} title={tokenMessages.issueTitle}>
      <Form
        problem={issue.problem}
        onSubmit={submit}
        actions={
          <>
            <Button type="submit" kind="primary" busy={issue.isBusy}>
              {tokenMessages.create}
            </Button>
            <Button onClick={onClose}>{tokenMessages.cancel}</Button>
          </>
        }
      >
        <TokenFields
          value={draft.value}
          onChange={draft.set}
          kinds={kinds}
          scopes={scopes}
          errors={isTried ? errors : { name: false, scopes: false, days: false }}
          problem={issue.problem}
        />
      </Form>
    </Dialog>
  );
};
