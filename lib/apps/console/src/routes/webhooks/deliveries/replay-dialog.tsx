import type { ReactElement } from 'react';
import { deliveryMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { useInput } from '@scangate/console/parts/forms/use-input.ts';
import { FormDialog } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';

interface ReplayDialogProps {
  webhookId: string;
  onClose: () => void;
}

/** Delivers every event since a day again, such as after a receiver was down. */
export const ReplayDialog = ({ webhookId, onClose }: ReplayDialogProps): ReactElement => {
  const replay = useApiAction('redeliver-webhook', { invalidates: ['list-webhook-deliveries'] });
  return (
    <FormDialog
      size="small"
      title={deliveryMessages.replayTitle}
      submit={deliveryMessages.redeliver}
      draft={useInput('')}
      errorsIn={(day) => ({ day: day === '' })}
      act={replay}
      send={(day) => replay.run({ params: { webhookId }, body: { since: `${day}T00:00:00.000Z` } })}
      onClose={onClose}
    >
      {({ value, onChange, errors, problem }) => (
        <TextField
          label={deliveryMessages.since}
          help={deliveryMessages.sinceHelp}
          type="date"
          value={value}
          onChange={onChange}
          error={errors.day ? deliveryMessages.sinceMissing : errorAt(problem, '/since')}
          required
        />
      )}
    </FormDialog>
  );
};
