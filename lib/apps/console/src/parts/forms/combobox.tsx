import { Combobox as Base } from '@base-ui/react/combobox';
import { useState, type ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { Field, type FieldWords } from './field.tsx';
import fieldStyles from './field.module.css';
import styles from './combobox.module.css';

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second word, such as the commit of a branch. */
  note?: string;
}

interface ComboboxProps extends FieldWords {
  value: string;
  onChange: (value: string) => void;
  options: readonly ComboboxOption[];
  /** Searches at the service while somebody types; without it the options are filtered here. */
  onSearch?: (text: string) => void;
  loading?: boolean;
  /** Keeps the label for screen readers alone, as in a bar of filters. */
  hideLabel?: boolean;
  /** Called when the list opens, for options that are read only then. */
  onOpen?: () => void;
  placeholder?: string;
}

const Option = ({ option }: { option: ComboboxOption }): ReactElement => (
  <Base.Item value={option} className={styles['item']}>
    <Text value={option.label} cut="middle" />
    {option.note !== undefined && (
      <span className={styles['note']}>
        <Text value={option.note} cut="middle" />
      </span>
    )}
  </Base.Item>
);

const Popup = ({ loading }: { loading: boolean }): ReactElement => (
  <Base.Portal>
    <Base.Positioner className={styles['positioner']} sideOffset={4} align="start">
      <Base.Popup className={styles['popup']}>
        <Base.Empty className={styles['empty']}>
          {loading ? partMessages.loading : partMessages.noMatch}
        </Base.Empty>
        <Base.List className={styles['list']}>
          {(option: ComboboxOption) => <Option key={option.value} option={option} />}
        </Base.List>
      </Base.Popup>
    </Base.Positioner>
  </Base.Portal>
);

/** One of many: a branch, a repository, a person. */
export const Combobox = (props: ComboboxProps): ReactElement => {
  const { value, onChange, options, onSearch, onOpen, loading = false, placeholder, ...words } = props;
  const chosen = options.find((one) => one.value === value) ?? null;
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (chosen ? chosen.label : value);
  const search = (text: string): void => {
    setTyped(text);
    onSearch?.(text);
  };
  return (
    <Base.Root
      items={options}
      value={chosen}
      onValueChange={(option) => {
        setTyped(undefined);
        if (option) onChange(option.value);
      }}
      inputValue={markedText(shown)}
      onInputValueChange={(text, { reason }) => reason === 'input-change' && search(text)}
      onOpenChange={(isOpen) => (isOpen ? onOpen?.() : setTyped(undefined))}
      itemToStringLabel={(option: ComboboxOption) => option.label}
      isItemEqualToValue={(a: ComboboxOption, b: ComboboxOption) => a.value === b.value}
      {...(onSearch && { filter: null })}
    >
      <Field {...words}>
        {(control) => <Base.Input {...control} className={fieldStyles['input']} placeholder={placeholder} />}
      </Field>
      <Popup loading={loading} />
    </Base.Root>
  );
};
