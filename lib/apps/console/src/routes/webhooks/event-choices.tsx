import type { ReactElement } from 'react';
import { eventName, eventTypes, webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { CheckboxGroup } from '@scangate/console/parts/forms/checkbox-group.tsx';

interface EventChoicesProps {
  label?: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
  error: string | undefined;
}

const listed: readonly string[] = ['*', ...eventTypes.filter((type) => type !== 'webhook.test')];

/** Patterns that are stored and stand for no listed type stay choices, too. */
const choicesFor = (events: readonly string[]): string[] => [...new Set([...listed, ...events])];

/** Asks which types of events are sent. */
export const EventChoices = (props: EventChoicesProps): ReactElement => {
  const { label = webhookMessages.events, values, onChange, error } = props;
  return (
    <CheckboxGroup
      label={label}
      values={values}
      onChange={onChange}
      options={choicesFor(values).map((type) => ({ value: type, label: eventName(type) }))}
      error={error}
    />
  );
};
