import type { ReactElement } from 'react';
import { trustMessages } from '@scangate/console/messages/organization/trust.ts';
import { FormDialog } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { TrustFields } from './trust-fields.tsx';
import { newTrustRequest, trustBody, trustErrors, type TrustRequest } from './trust-request.ts';

/** Adds a trust rule. */
export const TrustDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const create = useApiAction('create-trust-rule', { invalidates: ['list-trust-rules'] });
  return (
    <FormDialog
      title={trustMessages.addTitle}
      submit={trustMessages.create}
      draft={useDraft<TrustRequest>('trust-rule', newTrustRequest('github'))}
      errorsIn={trustErrors}
      act={create}
      send={(value) => create.run({ body: trustBody(value) })}
      onClose={onClose}
    >
      {(fields) => <TrustFields {...fields} />}
    </FormDialog>
  );
};
