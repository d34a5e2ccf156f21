import type { ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { ChoicesFilter } from './choices-filter.tsx';
import { clearedValues, hasValue, type Filter, type FilterValues } from './filters.ts';
import { PeriodFilter } from './period-filter.tsx';
import { SearchFilter } from './search-filter.tsx';
import styles from './filter-bar.module.css';

export type { Filter };

interface FilterBarProps<V extends object> {
  filters: readonly Filter[];
  /** The state of `useUrlState`. */
  values: V;
  /** The setter of `useUrlState`. */
  onChange: (changes: Partial<V>, options?: { replace?: boolean }) => void;
}

interface ControlProps {
  filter: Filter;
  values: FilterValues;
  onChange: (changes: FilterValues, options?: { replace?: boolean }) => void;
}

const textOf = (value: FilterValues[string]): string => (typeof value === 'string' ? value : '');
const textsOf = (value: FilterValues[string]): readonly string[] => (Array.isArray(value) ? value : []);

const Control = ({ filter, values, onChange }: ControlProps): ReactElement => {
  if (filter.kind === 'period') return <PeriodFilter filter={filter} values={values} onChange={onChange} />;
  const { name, label } = filter;
  const value = values[name];
  if (filter.kind === 'text')
    return (
      <SearchFilter
        label={label}
        value={textOf(value)}
        onChange={(typed) => onChange({ [name]: typed }, { replace: true })}
      />
    );
  if (filter.kind === 'own')
    return filter.control({ value: textOf(value), onChange: (chosen) => onChange({ [name]: chosen }) });
  if (filter.kind === 'choices')
    return (
      <ChoicesFilter
        filter={filter}
        chosen={textsOf(value)}
        onChange={(chosen) => onChange({ [name]: chosen })}
      />
    );
  return (
    <Select
      label={label}
      hideLabel
      value={textOf(value)}
      onChange={(chosen) => onChange({ [name]: chosen })}
      options={[{ value: '', label: partMessages.anyOf(label) }, ...filter.options]}
    />
  );
};

/** The filters of a list. The chosen values are in the address of the page. */
export const FilterBar = <V extends object>(props: FilterBarProps<V>): ReactElement => {
  const { filters } = props;
  const values = props.values as FilterValues;
  const onChange: ControlProps['onChange'] = (changes, options) =>
    props.onChange(changes as Partial<V>, options);
  return (
    <div className={styles['bar']} role="group" aria-label={partMessages.filters}>
      {filters.map((filter) => (
        <Control
          key={filter.kind === 'period' ? filter.from : filter.name}
          filter={filter}
          values={values}
          onChange={onChange}
        />
      ))}
      {hasValue(filters, values) && (
        <Button kind="quiet" onClick={() => onChange(clearedValues(filters))}>
          {partMessages.clearFilters}
        </Button>
      )}
    </div>
  );
};
