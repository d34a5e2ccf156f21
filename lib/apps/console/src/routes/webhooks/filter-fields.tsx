import type { ReactElement } from 'react';
import { filterMessages } from '@scangate/console/messages/organization/event-filters.ts';
import { severityName, verdictName } from '@scangate/console/messages/risk.ts';
import { CheckboxGroup } from '@scangate/console/parts/forms/checkbox-group.tsx';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { LinesField } from '@scangate/console/parts/forms/lines-field.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { RepositoryPicker } from '../pickers/repository-picker.tsx';
import { severities, verdicts, type FilterRequest } from './event-filter.ts';

interface FilterFieldsProps {
  value: FilterRequest;
  onChange: (changes: Partial<FilterRequest>) => void;
  problem: unknown;
}

const mostRepositories = 100;

/** Asks which events are sent, of those that are chosen. */
export const FilterFields = ({ value, onChange, problem }: FilterFieldsProps): ReactElement => (
  <>
    <RepositoryPicker
      label={filterMessages.repositories}
      help={filterMessages.repositoriesHelp}
      value={value.repositories}
      onChange={(repositories) => onChange({ repositories })}
      most={mostRepositories}
      error={errorAt(problem, '/filter/repositoryIds')}
    />
    <LinesField
      label={filterMessages.branches}
      help={filterMessages.branchesHelp}
      rows={2}
      value={value.branches}
      onChange={(branches) => onChange({ branches })}
      error={errorAt(problem, '/filter/branches')}
    />
    <CheckboxGroup
      label={filterMessages.verdicts}
      values={value.verdicts}
      onChange={(chosen) => onChange({ verdicts: chosen })}
      options={verdicts.map((verdict) => ({ value: verdict, label: verdictName(verdict) }))}
      error={errorAt(problem, '/filter/verdicts')}
    />
    <Select
      label={filterMessages.severity}
      value={value.minimumSeverity}
      onChange={(minimumSeverity) => onChange({ minimumSeverity })}
      options={[
        { value: '' as const, label: filterMessages.anySeverity },
        ...severities.map((severity) => ({ value: severity, label: severityName(severity) })),
      ]}
      error={errorAt(problem, '/filter/minimumSeverity')}
    />
  </>
);
