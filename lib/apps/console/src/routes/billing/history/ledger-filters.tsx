import type { ArgumentsOf } from '@scangate/client';
import type { ReactElement } from 'react';
import {
  historyMessages,
  kindName,
  poolName,
  sourceName,
} from '@scangate/console/messages/billing/history.ts';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Row } from '@scangate/console/parts/layout/stack.tsx';
import { calendarDay, option, text, type UrlState } from '@scangate/console/session/url-parameters.ts';

const pools = ['core', 'sast'] as const;
const kinds = ['consume', 'grant', 'expire', 'adjust'] as const;
const sources = [
  'refill',
  'unused_included',
  'licenses_added',
  'core-100',
  'core-500',
  'sast-25',
  'promotional',
  'promotional_expired',
  'scan_failure_refund',
  'scan_cancelled_refund',
  'unit_absent_refund',
  'unchanged_unit_refund',
] as const;

export const ledgerParameters = {
  pool: option(pools),
  kind: option(kinds),
  source: option(sources),
  scanId: text(),
  from: calendarDay(),
  to: calendarDay(),
} as const;

type Filters = UrlState<typeof ledgerParameters>;
type Query = NonNullable<NonNullable<ArgumentsOf<'list-ledger'>[0]>['query']>;

/** The query of the filters that are set. */
export const queryOf = (filters: Filters): Query =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')) as Query;

const optionsOf = <V extends string>(values: readonly V[], name: (value: V) => string) => [
  { value: '' as const, label: historyMessages.all },
  ...values.map((value) => ({ value, label: name(value) })),
];

interface LedgerFiltersProps {
  values: Filters;
  onChange: (changes: Partial<Filters>, options?: { replace?: boolean }) => void;
}

export const LedgerFilters = ({ values, onChange }: LedgerFiltersProps): ReactElement => (
  <Row gap={3} align="start">
    <Select
      label={historyMessages.pool}
      value={values.pool}
      onChange={(pool) => onChange({ pool })}
      options={optionsOf(pools, poolName)}
    />
    <Select
      label={historyMessages.kind}
      value={values.kind}
      onChange={(kind) => onChange({ kind })}
      options={optionsOf(kinds, kindName)}
    />
    <Select
      label={historyMessages.source}
      value={values.source}
      onChange={(source) => onChange({ source })}
      options={optionsOf(sources, sourceName)}
    />
    <TextField
      label={historyMessages.from}
      type="date"
      value={values.from}
      onChange={(from) => onChange({ from }, { replace: true })}
    />
    <TextField
      label={historyMessages.to}
      type="date"
      value={values.to}
      onChange={(to) => onChange({ to }, { replace: true })}
    />
  </Row>
);
