import type { ReactElement } from 'react';
import { filterMessages } from '@scangate/console/messages/organization/event-filters.ts';
import { integrationMessages } from '@scangate/console/messages/organization/integrations.ts';
import { severityName } from '@scangate/console/messages/risk.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { LinesField } from '@scangate/console/parts/forms/lines-field.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { RepositoryPicker } from '../pickers/repository-picker.tsx';
import { severities } from '../webhooks/event-filter.ts';
import { newRule, type RuleRequest } from './message-rules.ts';

interface RuleFieldsProps {
  value: readonly RuleRequest[];
  onChange: (value: readonly RuleRequest[]) => void;
  /** A rule without a type of event cannot be sent. */
  isIncomplete: boolean;
  problem: unknown;
}

const mostRules = 20;
const mostRepositories = 100;

interface RuleProps {
  rule: RuleRequest;
  at: number;
  onChange: (rule: RuleRequest) => void;
  onRemove: () => void;
  typesError: string | undefined;
}

const Rule = ({ rule, at, onChange, onRemove, typesError }: RuleProps): ReactElement => (
  <fieldset>
    <legend>{integrationMessages.rule(at + 1)}</legend>
    <Stack gap={3}>
      <LinesField
        label={integrationMessages.ruleTypes}
        help={integrationMessages.ruleTypesHelp}
        rows={2}
        value={rule.types}
        onChange={(types) => onChange({ ...rule, types })}
        error={typesError}
        required
      />
      <Select
        label={integrationMessages.mode}
        value={rule.mode}
        onChange={(mode) => onChange({ ...rule, mode })}
        options={(['each', 'digest'] as const).map((mode) => ({
          value: mode,
          label: integrationMessages[mode],
        }))}
      />
      <Select
        label={filterMessages.severity}
        value={rule.minimumSeverity}
        onChange={(minimumSeverity) => onChange({ ...rule, minimumSeverity })}
        options={[
          { value: '' as const, label: filterMessages.anySeverity },
          ...severities.map((severity) => ({ value: severity, label: severityName(severity) })),
        ]}
      />
      <RepositoryPicker
        label={filterMessages.repositories}
        value={rule.repositories}
        onChange={(repositories) => onChange({ ...rule, repositories })}
        most={mostRepositories}
      />
      <div>
        <Button onClick={onRemove}>{integrationMessages.removeRule}</Button>
      </div>
    </Stack>
  </fieldset>
);

/** Asks which events of a chat are messages of their own, and which come together. */
export const RuleFields = ({ value, onChange, isIncomplete, problem }: RuleFieldsProps): ReactElement => (
  <Stack gap={4}>
    {value.map((rule, at) => (
      <Rule
        key={at}
        rule={rule}
        at={at}
        onChange={(changed) => onChange(value.map((one, index) => (index === at ? changed : one)))}
        onRemove={() => onChange(value.filter((_one, index) => index !== at))}
        typesError={
          isIncomplete && rule.types.length === 0
            ? integrationMessages.missing
            : errorAt(problem, `/settings/rules/${at}`)
        }
      />
    ))}
    <div>
      <Button onClick={() => onChange([...value, newRule])} disabled={value.length >= mostRules}>
        {integrationMessages.addRule}
      </Button>
      <p>{integrationMessages.rulesHelp}</p>
    </div>
  </Stack>
);
