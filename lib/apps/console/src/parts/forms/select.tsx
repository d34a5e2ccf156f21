import type { ReactElement } from 'react';
import { Field, type FieldWords } from './field.tsx';
import styles from './select.module.css';

export interface SelectOption<V extends string> {
  value: V;
  label: string;
  disabled?: boolean;
}

interface SelectProps<V extends string> extends FieldWords {
  value: V;
  onChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  disabled?: boolean;
  /** Keeps the label for screen readers alone, as in a bar of filters. */
  hideLabel?: boolean;
}

/** One of several choices, by the list of the browser: it works with each keyboard, phone and reader. */
export const Select = <V extends string>(props: SelectProps<V>): ReactElement => {
  const {
    label,
    help,
    error,
    required = false,
    value,
    onChange,
    options,
    disabled,
    hideLabel = false,
  } = props;
  const choose = (chosen: string): void => {
    const option = options.find((one) => one.value === chosen);
    if (option) onChange(option.value);
  };
  const list = (control: object): ReactElement => (
    <select
      {...control}
      className={styles['select']}
      value={value}
      disabled={disabled}
      onChange={(event) => choose(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
  if (hideLabel) return list({ 'aria-label': label });
  return (
    <Field label={label} help={help} error={error} required={required}>
      {list}
    </Field>
  );
};
