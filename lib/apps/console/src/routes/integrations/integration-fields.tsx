import type { ReactElement } from 'react';
import {
  integrationField,
  integrationMessages,
} from '@scangate/console/messages/organization/integrations.ts';
import { webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { severityName } from '@scangate/console/messages/risk.ts';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { NumberField, TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Disclosure } from '@scangate/console/parts/layout/disclosure.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import type { FieldsProps } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { EventChoices } from '../webhooks/event-choices.tsx';
import { FilterFields } from '../webhooks/filter-fields.tsx';
import { kindFields, settingsOf } from './integration-kinds.ts';
import { thresholds, type IntegrationRequest } from './integration-request.ts';
import { RuleFields } from './rule-fields.tsx';

type IntegrationFieldsProps = FieldsProps<IntegrationRequest, Record<string, boolean>>;

/** Asks for the name, and where in the provider an integration leads. */
export const PlaceFields = ({ value, onChange, errors, problem }: IntegrationFieldsProps): ReactElement => (
  <>
    <TextField
      label={integrationMessages.name}
      value={value.name}
      onChange={(name) => onChange({ ...value, name })}
      error={errors['name'] ? integrationMessages.missing : errorAt(problem, '/name')}
      required
    />
    {settingsOf(value.kind, value.way).map(({ name, isOptional }) => (
      <TextField
        key={name}
        label={integrationField(name)}
        value={value.settings[name] ?? ''}
        onChange={(text) => onChange({ ...value, settings: { ...value.settings, [name]: text } })}
        error={errors[name] ? integrationMessages.missing : errorAt(problem, `/settings/${name}`)}
        required={isOptional !== true}
      />
    ))}
  </>
);

const TicketFields = ({ value, onChange, errors, problem }: IntegrationFieldsProps): ReactElement => (
  <>
    <Select
      label={integrationMessages.severity}
      value={value.ticketsFrom}
      onChange={(ticketsFrom) => onChange({ ...value, ticketsFrom })}
      options={[
        { value: '' as const, label: integrationMessages.severityOfGate },
        ...thresholds.map((severity) => ({ value: severity, label: severityName(severity) })),
      ]}
      error={errorAt(problem, '/settings/minimumSeverity')}
    />
    <NumberField
      label={integrationMessages.ticketsPerDay}
      help={integrationMessages.ticketsPerDayHelp}
      min={1}
      max={200}
      value={value.ticketsPerDay}
      onChange={(ticketsPerDay) => onChange({ ...value, ticketsPerDay })}
      error={
        errors['ticketsPerDay']
          ? integrationMessages.ticketsPerDayInvalid
          : errorAt(problem, '/settings/newTicketsPerDay')
      }
    />
  </>
);

interface DeliveryFieldsProps extends IntegrationFieldsProps {
  /** A stored integration has types of events; a new one gets those that suit its kind. */
  isStored?: boolean;
}

/** Asks which events an integration takes, and what becomes of them. */
export const DeliveryFields = ({ isStored = false, ...props }: DeliveryFieldsProps): ReactElement => {
  const { value, onChange, errors, problem } = props;
  const typesError = errors['events'] ? webhookMessages.eventsMissing : errorAt(problem, '/types');
  return (
    <>
      {kindFields[value.kind].isTracker ? (
        <TicketFields {...props} />
      ) : (
        <Disclosure summary={integrationMessages.rules} open={value.rules.length > 0}>
          <RuleFields
            value={value.rules}
            onChange={(rules) => onChange({ ...value, rules })}
            isIncomplete={errors['rules'] === true}
            problem={problem}
          />
        </Disclosure>
      )}
      <Disclosure summary={integrationMessages.events} open={typesError !== undefined}>
        <Stack gap={4}>
          <FilterFields
            value={value.filter}
            onChange={(changes) => onChange({ ...value, filter: { ...value.filter, ...changes } })}
            problem={problem}
          />
          <EventChoices
            label={isStored ? webhookMessages.events : integrationMessages.types}
            values={value.events}
            onChange={(events) => onChange({ ...value, events })}
            error={typesError}
          />
        </Stack>
      </Disclosure>
    </>
  );
};
