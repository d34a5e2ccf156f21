import type { ReactElement } from 'react';
import { detailsMessages } from '@scangate/console/messages/billing/details.ts';
import { EditDialog } from '@scangate/console/parts/overlays/edit-dialog.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { detailsErrors, detailsOf, missingIn } from './details-draft.ts';
import { DetailsFields } from './details-fields.tsx';
import type { DetailsVersion } from './use-billing-details.ts';

interface DetailsDialogProps {
  current: DetailsVersion;
  refetch: () => unknown;
  onClose: () => void;
}

/** Changes the billing details as a whole. Details that were never set have no version to name. */
export const DetailsDialog = ({ current, refetch, onClose }: DetailsDialogProps): ReactElement => {
  const save = useApiAction('set-billing-details', { invalidates: ['get-billing-details'] });
  return (
    <EditDialog
      title={detailsMessages.title}
      submit={detailsMessages.save}
      draft="billing-details"
      current={current}
      refetch={refetch}
      errorsIn={missingIn}
      act={save}
      send={({ value, etag }) =>
        save.run({ ...(etag !== '' && { headers: { 'If-Match': etag } }), body: detailsOf(value) })
      }
      onClose={onClose}
      labels={detailsMessages}
      textOf={(name, version) => version[name]}
    >
      {({ value, onChange, errors, problem }) => (
        <DetailsFields
          value={value}
          onChange={(changes) => onChange({ ...value, ...changes })}
          errors={detailsErrors(errors, problem)}
        />
      )}
    </EditDialog>
  );
};
