import type { ReactElement } from 'react';
import { bundleMessages } from '@scangate/console/messages/organization/bundles.ts';
import { FormDialog } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { BundleFields } from './bundle-fields.tsx';
import { bundleBody, bundleErrors, type BundleRequest } from './bundle-request.ts';

/** Makes a bundle. */
export const BundleDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const create = useApiAction('create-bundle', { invalidates: ['list-bundles'] });
  return (
    <FormDialog
      title={bundleMessages.add}
      submit={bundleMessages.create}
      draft={useDraft<BundleRequest>('bundle', { name: '', members: [] })}
      errorsIn={bundleErrors}
      act={create}
      send={(value) => create.run({ body: bundleBody(value) })}
      onClose={onClose}
    >
      {(fields) => <BundleFields {...fields} />}
    </FormDialog>
  );
};
