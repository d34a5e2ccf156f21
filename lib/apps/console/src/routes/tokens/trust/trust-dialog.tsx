import { useState, type ReactElement } from 'react';
import { trustMessages } from '@scangate/console/messages/organization/trust.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useAct } from '@scangate/console/session/use-act.ts';
import { TrustFields } from './trust-fields.tsx';
import { newTrustRequest, trustBody, trustErrors, type TrustRequest } from './trust-request.ts';

const noErrors = { name: false, claims: false, scopes: false };

/** Adds a trust rule. */
export const TrustDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const draft = useDraft<TrustRequest>('trust-rule', newTrustRequest('github'));
  const [isTried, setTried] = useState(false);
  const create = useAct('create-trust-rule', {
    invalidates: ['list-trust-rules'],
    onDone: () => {
      draft.clear();
      onClose();
    },
  });
  const errors = trustErrors(draft.value);
  const submit = (): void => {
    setTried(true);
    if (!Object.values(errors).some(Boolean)) void create.run({ body: trustBody(draft.value) });
  };
  return (
    <Dialog open modal size="large" onClose={onClose} title={trustMessages.addTitle}>
      <Form
        problem={create.problem}
        onSubmit={submit}
        actions={
          <>
            <Button type="submit" kind="primary" busy={create.isBusy}>
              {trustMessages.create}
            </Button>
            <Button onClick={onClose}>{trustMessages.cancel}</Button>
          </>
        }
      >
        <TrustFields
          value={draft.value}
          onChange={draft.set}
          errors={isTried ? errors : noErrors}
          problem={create.problem}
        />
      </Form>
    </Dialog>
  );
};
