import type { ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { policyMessages } from '@scangate/console/messages/gate/policy.ts';
import { Checkbox } from '@scangate/console/parts/forms/checkbox.tsx';
import { CheckboxGroup } from '@scangate/console/parts/forms/checkbox-group.tsx';
import { LinesField } from '@scangate/console/parts/forms/lines-field.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { NumberField } from '@scangate/console/parts/forms/text-field.tsx';

export interface ControlProps<V> {
  label: string;
  help?: string | undefined;
  value: V;
  onChange: (value: V) => void;
  /** Finds what the service says about the setting, or about a place in it. */
  errorAt: (place?: string) => string | undefined;
}

/** Edits a setting, and says its value in words beside that of another person. */
export interface Control<V> {
  render: (props: ControlProps<V>) => ReactElement;
  words: (value: V) => string;
}

const named = <V extends string>(values: readonly V[], nameOf: (value: V) => string) =>
  values.map((value) => ({ value, label: nameOf(value) }));

const listed = (words: readonly string[]): string =>
  words.length === 0 ? policyMessages.nothing : words.join(', ');

/** One of a few values. One that this page does not know is shown by its name and stays chosen. */
export const choice = <V extends string>(values: readonly V[], nameOf: (value: V) => string): Control<V> => ({
  render: ({ label, help, value, onChange, errorAt }) => (
    <Select
      label={label}
      help={help}
      error={errorAt()}
      value={value}
      onChange={onChange}
      options={
        values.includes(value) ? named(values, nameOf) : [...named(values, nameOf), { value, label: value }]
      }
    />
  ),
  words: (value) => (values.includes(value) ? nameOf(value) : value),
});

/** Any number of a few values. Values that this page does not know stay chosen. */
export const choices = <V extends string>(
  values: readonly V[],
  nameOf: (value: V) => string,
): Control<V[]> => ({
  render: ({ label, value, onChange, errorAt }) => (
    <CheckboxGroup
      label={label}
      values={value}
      onChange={onChange}
      options={named(values, nameOf)}
      error={errorAt()}
    />
  ),
  words: (value) => listed(value.map((one) => (values.includes(one) ? nameOf(one) : one))),
});

interface ChoiceOfEach<K extends string, V extends string> {
  keys: readonly K[];
  labelOf: (key: K) => string;
  values: readonly V[];
  nameOf: (value: V) => string;
  /** Says the rule that holds without a choice. */
  usual: (key: K) => string;
}

const usualValue = '';

/** A choice for each of a few subjects; without one the usual rule holds. */
export const choiceOfEach = <K extends string, V extends string>({
  keys,
  labelOf,
  values,
  nameOf,
  usual,
}: ChoiceOfEach<K, V>): Control<{ [key in K]?: V }> => ({
  render: ({ value, onChange, errorAt }) => (
    <>
      {keys.map((key) => (
        <Select<V | typeof usualValue>
          key={key}
          label={labelOf(key)}
          error={errorAt(key)}
          value={value[key] ?? usualValue}
          onChange={(chosen) => {
            const { [key]: _before, ...others } = value;
            onChange({ ...others, ...(chosen !== usualValue && { [key]: chosen }) } as typeof value);
          }}
          options={[{ value: usualValue, label: usual(key) }, ...named(values, nameOf)]}
        />
      ))}
    </>
  ),
  words: (value) =>
    listed(
      keys.flatMap((key) => {
        const chosen = value[key];
        return chosen === undefined ? [] : [`${labelOf(key)}: ${nameOf(chosen)}`];
      }),
    ),
});

export const onOff: Control<boolean> = {
  render: ({ label, help, value, onChange }) => (
    <Checkbox label={label} help={help} checked={value} onChange={onChange} />
  ),
  words: (value) => (value ? policyMessages.on : policyMessages.off),
};

/** A list of texts, one a line. */
export const lines: Control<string[]> = {
  render: ({ label, help, value, onChange, errorAt }) => (
    <LinesField label={label} help={help} value={value} onChange={onChange} error={errorAt()} />
  ),
  words: listed,
};

const longestDays = 365;

/** A number of days. An empty field is 0, which the policy never has and the service refuses. */
export const days: Control<number> = {
  render: ({ label, help, value, onChange, errorAt }) => (
    <NumberField
      label={label}
      help={help}
      error={value === 0 ? policyMessages.daysNeeded : errorAt()}
      value={value === 0 ? undefined : value}
      onChange={(typed) => onChange(typed ?? 0)}
      min={1}
      max={longestDays}
    />
  ),
  words: number,
};

/** A number of days, or none. */
export const daysOrNone: Control<{ untilDays: number } | null> = {
  render: ({ label, help, value, onChange, errorAt }) => (
    <NumberField
      label={label}
      help={help}
      error={errorAt()}
      value={value?.untilDays}
      onChange={(typed) => onChange(typed === undefined ? null : { untilDays: typed })}
      min={1}
      max={longestDays}
    />
  ),
  words: (value) => (value ? number(value.untilDays) : policyMessages.nothing),
};
