import type { ReactElement } from 'react';
import { webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import type { FieldsProps } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { EventChoices } from './event-choices.tsx';
import { FilterFields } from './filter-fields.tsx';
import type { WebhookErrors, WebhookRequest } from './webhook-request.ts';

/** Asks where events go, and which. */
export const WebhookFields = (props: FieldsProps<WebhookRequest, WebhookErrors>): ReactElement => {
  const { value, onChange, errors, problem } = props;
  return (
    <>
      <TextField
        label={webhookMessages.url}
        type="url"
        help={webhookMessages.urlHelp}
        value={value.url}
        onChange={(url) => onChange({ ...value, url })}
        error={errors.url ? webhookMessages.urlInvalid : errorAt(problem, '/url')}
        required
        mono
      />
      <TextField
        label={webhookMessages.name}
        value={value.name}
        onChange={(name) => onChange({ ...value, name })}
        error={errorAt(problem, '/name')}
      />
      <FilterFields
        value={value}
        onChange={(changes) => onChange({ ...value, ...changes })}
        problem={problem}
      />
      <EventChoices
        values={value.events}
        onChange={(events) => onChange({ ...value, events })}
        error={errors.events ? webhookMessages.eventsMissing : errorAt(problem, '/events')}
      />
    </>
  );
};
