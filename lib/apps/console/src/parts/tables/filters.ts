import type { ReactElement } from 'react';

export interface FilterOption {
  value: string;
  label: string;
}

export interface TextFilter {
  kind: 'text';
  name: string;
  label: string;
}

/** One of the options, or none. */
export interface ChoiceFilter {
  kind: 'choice';
  name: string;
  label: string;
  options: readonly FilterOption[];
}

/** Any number of the options. */
export interface ManyFilter {
  kind: 'choices';
  name: string;
  label: string;
  options: readonly FilterOption[];
  /** The number of rows with each option. */
  counts?: Readonly<Record<string, number>> | undefined;
}

/** From one day to another. */
export interface DaysFilter {
  kind: 'period';
  from: string;
  to: string;
  label: string;
}

/** One of more than a list can show, by a control of its own. */
export interface OwnFilter {
  kind: 'own';
  name: string;
  label: string;
  control: (props: { value: string; onChange: (value: string) => void }) => ReactElement;
}

export type Filter = TextFilter | ChoiceFilter | ManyFilter | DaysFilter | OwnFilter;

export interface FilterValues {
  readonly [name: string]: unknown;
}

const namesOf = (filter: Filter): readonly string[] =>
  filter.kind === 'period' ? [filter.from, filter.to] : [filter.name];

const isSet = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '';

/** Whether anything is filtered, so that there is something to clear. */
export const hasValue = (filters: readonly Filter[], values: FilterValues): boolean =>
  filters.flatMap(namesOf).some((name) => isSet(values[name]));

/** The values that filter nothing. */
export const clearedValues = (filters: readonly Filter[]): FilterValues =>
  Object.fromEntries(
    filters.flatMap((filter) => namesOf(filter).map((name) => [name, filter.kind === 'choices' ? [] : ''])),
  );
