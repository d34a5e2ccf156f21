import { useState, type ReactElement } from 'react';
import type { FieldWords } from './field.tsx';
import { TextArea } from './text-field.tsx';

interface LinesFieldProps extends FieldWords {
  value: readonly string[];
  onChange: (value: string[]) => void;
  rows?: number;
}

/** A list that stands in a text field, one entry a line. */
const linesOf = (list: readonly string[]): string => list.join('\n');

/** Reads such a field; empty lines and repeated entries are left out. */
export const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

const isSame = (a: readonly string[], b: readonly string[]): boolean => linesOf(a) === linesOf(b);

/** A list as text, one entry a line. The text stays as it is typed while it means the same list. */
export const LinesField = ({ value, onChange, ...field }: LinesFieldProps): ReactElement => {
  const [typed, setTyped] = useState(() => linesOf(value));
  const text = isSame(listOf(typed), value) ? typed : linesOf(value);
  const type = (next: string): void => {
    setTyped(next);
    const list = listOf(next);
    if (!isSame(list, value)) onChange(list);
  };
  return <TextArea {...field} mono value={text} onChange={type} />;
};
