import type { ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import type { DaysFilter, FilterValues } from './filters.ts';
import styles from './filter-bar.module.css';

interface PeriodFilterProps {
  filter: DaysFilter;
  values: FilterValues;
  onChange: (changes: FilterValues) => void;
}

const dayOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Two days, both optional. */
export const PeriodFilter = ({ filter, values, onChange }: PeriodFilterProps): ReactElement => (
  <div className={styles['period']} role="group" aria-label={filter.label}>
    {[filter.from, filter.to].map((name, at) => (
      <label key={name} className={styles['day']}>
        <span>{at === 0 ? partMessages.from : partMessages.to}</span>
        <input
          type="date"
          value={dayOf(values[name])}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      </label>
    ))}
  </div>
);
