import type { ReactElement } from 'react';
import { Checkbox } from '@scangate/console/parts/forms/checkbox.tsx';
import styles from './policy.module.css';

interface ChoiceGroupProps<V extends string> {
  label: string;
  options: readonly { value: V; label: string }[];
  chosen: readonly V[];
  onChange: (chosen: V[]) => void;
}

/** Any number of a few values. Values that this page does not know stay chosen. */
export const ChoiceGroup = <V extends string>(props: ChoiceGroupProps<V>): ReactElement => {
  const { label, options, chosen, onChange } = props;
  const toggle = (value: V, isOn: boolean): void =>
    onChange(isOn ? [...chosen, value] : chosen.filter((each) => each !== value));
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={chosen.includes(option.value)}
          onChange={(isOn) => toggle(option.value, isOn)}
        />
      ))}
    </fieldset>
  );
};
