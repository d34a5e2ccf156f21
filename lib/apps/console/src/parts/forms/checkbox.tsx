import { useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  help?: ReactNode;
  disabled?: boolean;
  indeterminate?: boolean;
  /** Keeps the label for screen readers alone, in a row whose name stands beside. */
  hideLabel?: boolean;
}

export const Checkbox = (props: CheckboxProps): ReactElement => {
  const { label, checked, onChange, help, disabled, indeterminate = false, hideLabel = false } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <div className={styles['choice']}>
      <input
        ref={input}
        id={id}
        type="checkbox"
        className={styles['box']}
        checked={checked}
        disabled={disabled}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div className={hideLabel ? 'visually-hidden' : styles['words']}>
        <label htmlFor={id}>{label}</label>
        {help !== undefined && (
          <p id={`${id}-help`} className={styles['help']}>
            {help}
          </p>
        )}
      </div>
    </div>
  );
};

export interface RadioOption<V extends string> {
  value: V;
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
}

interface RadioGroupProps<V extends string> {
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly RadioOption<V>[];
}

/** One of few choices, all of them to be seen. */
export const RadioGroup = <V extends string>({
  label,
  value,
  onChange,
  options,
}: RadioGroupProps<V>): ReactElement => {
  const id = useId();
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>{label}</legend>
      {options.map((option) => (
        <div key={option.value} className={styles['choice']}>
          <input
            id={`${id}-${option.value}`}
            type="radio"
            name={id}
            className={styles['box']}
            checked={option.value === value}
            disabled={option.disabled}
            aria-describedby={option.help === undefined ? undefined : `${id}-${option.value}-help`}
            onChange={() => onChange(option.value)}
          />
          <div className={styles['words']}>
            <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
            {option.help !== undefined && (
              <p id={`${id}-${option.value}-help`} className={styles['help']}>
                {option.help}
              </p>
            )}
          </div>
        </div>
      ))}
    </fieldset>
  );
};
