import { useState, type ReactElement } from 'react';
import { TextArea } from '@scangate/console/parts/forms/text-field.tsx';
import { linesOf, listOf } from './policy-draft.ts';

interface LinesFieldProps {
  label: string;
  help: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string | undefined;
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => linesOf(a) === linesOf(b);

/** A list as text, one entry a line. The text stays as it is typed while it means the same list. */
export const LinesField = ({ label, help, value, onChange, error }: LinesFieldProps): ReactElement => {
  const [typed, setTyped] = useState(() => linesOf(value));
  const text = isSame(listOf(typed), value) ? typed : linesOf(value);
  const type = (next: string): void => {
    setTyped(next);
    const list = listOf(next);
    if (!isSame(list, value)) onChange(list);
  };
  return <TextArea label={label} help={help} mono value={text} onChange={type} error={error} />;
};
