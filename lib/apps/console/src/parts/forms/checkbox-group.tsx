import { useId, type ReactElement, type ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import styles from './checkbox.module.css';
import fieldStyles from './field.module.css';

interface CheckboxGroupProps<V extends string> {
  label: string;
  values: readonly V[];
  onChange: (values: V[]) => void;
  options: readonly { value: V; label: ReactNode; help?: ReactNode }[];
  error?: string | undefined;
}

/** Any number of few choices, all of them to be seen. */
export const CheckboxGroup = <V extends string>(props: CheckboxGroupProps<V>): ReactElement => {
  const { label, values, onChange, options, error } = props;
  const id = useId();
  return (
    <fieldset className={styles['group']} aria-describedby={error === undefined ? undefined : id}>
      <legend className={styles['legend']}>{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          help={option.help}
          checked={values.includes(option.value)}
          onChange={(isChosen) =>
            onChange(isChosen ? [...values, option.value] : values.filter((value) => value !== option.value))
          }
        />
      ))}
      {error !== undefined && (
        <p id={id} className={fieldStyles['error']} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
};
