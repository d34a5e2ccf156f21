import type { ChangeEvent, ReactElement } from 'react';
import { Field, type FieldWords } from './field.tsx';
import styles from './field.module.css';

interface InputProps extends FieldWords {
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  autoComplete?: string;
  disabled?: boolean;
  /** Shows code: a URL, a path, a purl. */
  mono?: boolean;
  name?: string;
  maxLength?: number;
}

export interface TextFieldProps extends InputProps {
  type?: 'text' | 'email' | 'password' | 'search' | 'url' | 'date';
}

const classOf = (mono: boolean | undefined, more?: string): string =>
  [styles['input'], mono === true && styles['mono'], more].filter(Boolean).join(' ');

export const TextField = (props: TextFieldProps): ReactElement => {
  const { label, help, error, required, value, onChange, type = 'text', placeholder, name } = props;
  return (
    <Field label={label} help={help} error={error} required={required ?? false}>
      {(control) => (
        <input
          {...control}
          className={classOf(props.mono)}
          type={type}
          name={name}
          value={value}
          placeholder={placeholder}
          // Browsers fill in nothing unless a field asks for it.
          autoComplete={props.autoComplete ?? 'off'}
          spellCheck={false}
          maxLength={props.maxLength}
          disabled={props.disabled}
          onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
};

export const TextArea = (props: InputProps & { rows?: number }): ReactElement => {
  const { label, help, error, required, value, onChange, placeholder, name, rows = 4 } = props;
  return (
    <Field label={label} help={help} error={error} required={required ?? false}>
      {(control) => (
        <textarea
          {...control}
          className={classOf(props.mono)}
          name={name}
          rows={rows}
          value={value}
          placeholder={placeholder}
          disabled={props.disabled}
          maxLength={props.maxLength}
          onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
};

interface NumberFieldProps extends FieldWords {
  /** Undefined while the field is empty or holds no whole number. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  min?: number;
  max?: number;
  disabled?: boolean;
}

/** A whole number. */
export const NumberField = (props: NumberFieldProps): ReactElement => {
  const { label, help, error, required, value, onChange, min, max, disabled } = props;
  const read = (text: string): number | undefined => (/^-?\d{1,15}$/.test(text) ? Number(text) : undefined);
  return (
    <Field label={label} help={help} error={error} required={required ?? false}>
      {(control) => (
        <input
          {...control}
          className={classOf(false, styles['number'])}
          type="number"
          inputMode="numeric"
          autoComplete="off"
          step={1}
          min={min}
          max={max}
          disabled={disabled}
          value={value ?? ''}
          onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(read(event.target.value))}
        />
      )}
    </Field>
  );
};
