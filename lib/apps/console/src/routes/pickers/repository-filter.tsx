import { useState, type ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { Combobox } from '@scangate/console/parts/forms/combobox.tsx';
import type { Filter } from '@scangate/console/parts/tables/filters.ts';
import { isId } from '@scangate/console/session/ids.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import styles from './repository-filter.module.css';
import { useRepositorySearch } from './use-repository-search.ts';

interface RepositoryChoiceProps {
  label: string;
  value: string;
  onChange: (repositoryId: string) => void;
}

const RepositoryChoice = ({ label, value, onChange }: RepositoryChoiceProps): ReactElement => {
  const [isOpened, setOpened] = useState(false);
  const { items, isSearching, search } = useRepositorySearch({ enabled: isOpened });
  const isFound = items.some(({ repositoryId }) => repositoryId === value);
  const chosen = useRead(
    'get-repository',
    { params: { repositoryId: value } },
    { enabled: isId(value) && !isFound },
  );
  const known = chosen.data && !isFound ? [chosen.data, ...items] : items;
  const any = partMessages.anyOf(label);
  return (
    <div className={styles['choice']}>
      <Combobox
        label={label}
        hideLabel
        placeholder={any}
        value={value}
        onChange={onChange}
        onOpen={() => setOpened(true)}
        onSearch={search}
        loading={isSearching}
        options={[
          ...(value === '' ? [] : [{ value: '', label: any }]),
          ...known.map(({ repositoryId, fullName }) => ({ value: repositoryId, label: fullName })),
        ]}
      />
    </div>
  );
};

/** Filters a list by one repository, which is searched by its name once somebody opens the filter. */
export const repositoryFilter = (name: string, label: string): Filter => ({
  kind: 'own',
  name,
  label,
  control: (props) => <RepositoryChoice label={label} {...props} />,
});
