import type { ReactElement } from 'react';
import { eventName, eventTypes, webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { severityName } from '@scangate/console/messages/risk.ts';
import { CheckboxGroup } from '@scangate/console/parts/forms/checkbox-group.tsx';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { severities, type WebhookErrors, type WebhookRequest } from './webhook-request.ts';

interface WebhookFieldsProps {
  value: WebhookRequest;
  onChange: (value: WebhookRequest) => void;
  errors: WebhookErrors;
  problem: unknown;
}

const listed: readonly string[] = ['*', ...eventTypes.filter((type) => type !== 'webhook.test')];

/** Patterns that are stored and stand for no listed type stay choices, too. */
const choicesFor = (events: readonly string[]): string[] => [...new Set([...listed, ...events])];

/** Asks where events go, and which. */
export const WebhookFields = ({ value, onChange, errors, problem }: WebhookFieldsProps): ReactElement => (
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
    <Select
      label={webhookMessages.severity}
      value={value.minimumSeverity}
      onChange={(minimumSeverity) => onChange({ ...value, minimumSeverity })}
      options={[
        { value: '' as const, label: webhookMessages.anySeverity },
        ...severities.map((severity) => ({ value: severity, label: severityName(severity) })),
      ]}
    />
    <CheckboxGroup
      label={webhookMessages.events}
      values={value.events}
      onChange={(events) => onChange({ ...value, events })}
      options={choicesFor(value.events).map((type) => ({ value: type, label: eventName(type) }))}
      error={errors.events ? webhookMessages.eventsMissing : errorAt(problem, '/events')}
    />
  </>
);
