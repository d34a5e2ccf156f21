import type { ReactElement } from 'react';
import { pickerMessages } from '@scangate/console/messages/organization/pickers.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Combobox } from '@scangate/console/parts/forms/combobox.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useRepositorySearch } from './use-repository-search.ts';

export interface ChosenRepository {
  repositoryId: string;
  fullName: string;
}

interface RepositoryPickerProps {
  label: string;
  help?: string;
  value: readonly ChosenRepository[];
  onChange: (value: ChosenRepository[]) => void;
  most: number;
  error?: string | undefined;
}

const Chosen = ({ value, onChange }: Pick<RepositoryPickerProps, 'value' | 'onChange'>): ReactElement => (
  <ul aria-label={pickerMessages.chosen}>
    {value.map(({ repositoryId, fullName }) => (
      <li key={repositoryId}>
        <Row gap={2} wrap={false}>
          <Text value={fullName} cut="middle" />
          <Button
            kind="quiet"
            icon="close"
            label={pickerMessages.remove(fullName)}
            onClick={() => onChange(value.filter((one) => one.repositoryId !== repositoryId))}
          />
        </Row>
      </li>
    ))}
  </ul>
);

/** Chooses repositories by their names, which the service searches. */
export const RepositoryPicker = (props: RepositoryPickerProps): ReactElement => {
  const { label, help, value, onChange, most, error } = props;
  const found = useRepositorySearch();
  const items = found.items.filter(
    ({ repositoryId }) => !value.some((one) => one.repositoryId === repositoryId),
  );
  const add = (id: string): void => {
    const chosen = items.find(({ repositoryId }) => repositoryId === id);
    if (chosen && value.length < most)
      onChange([...value, { repositoryId: chosen.repositoryId, fullName: chosen.fullName }]);
  };
  return (
    <Stack gap={2}>
      <Combobox
        label={label}
        help={[help, pickerMessages.most(most)].filter(Boolean).join(' ')}
        error={error}
        value=""
        onChange={add}
        onSearch={found.search}
        loading={found.isSearching}
        options={items.map(({ repositoryId, fullName }) => ({ value: repositoryId, label: fullName }))}
      />
      {value.length > 0 && <Chosen value={value} onChange={onChange} />}
    </Stack>
  );
};
