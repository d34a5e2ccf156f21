import type { ArgumentsOf } from '@scangate/client';
import {
  historyMessages,
  kindName,
  poolName,
  sourceName,
} from '@scangate/console/messages/billing/history.ts';
import type { Filter } from '@scangate/console/parts/tables/filters.ts';
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

const optionsOf = <V extends string>(values: readonly V[], name: (value: V) => string) =>
  values.map((value) => ({ value, label: name(value) }));

/** The ledger is filtered by these. */
export const ledgerFilters: readonly Filter[] = [
  { kind: 'choice', name: 'pool', label: historyMessages.pool, options: optionsOf(pools, poolName) },
  { kind: 'choice', name: 'kind', label: historyMessages.kind, options: optionsOf(kinds, kindName) },
  { kind: 'choice', name: 'source', label: historyMessages.source, options: optionsOf(sources, sourceName) },
  { kind: 'period', from: 'from', to: 'to', label: historyMessages.period },
];
