import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { LinesField, listOf } from '@scangate/console/parts/forms/lines-field.tsx';

const onChange = vi.fn<(value: string[]) => void>();

const Field = () => {
  const [value, setValue] = useState<string[]>([]);
  const keep = (next: string[]): void => {
    onChange(next);
    setValue(next);
  };
  return <LinesField label="Licenses" help="One a line." value={value} onChange={keep} />;
};

test('a second line can be typed, and empty lines are not sent', async () => {
  render(<Field />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Licenses' });
  await userEvent.type(field, 'MIT{Enter}ISC');
  expect(field.value).toBe('MIT\nISC');
  expect(onChange).toHaveBeenLastCalledWith(['MIT', 'ISC']);
});

test('a new value from outside replaces the text', () => {
  const { rerender } = render(<LinesField label="Licenses" help="" value={['MIT']} onChange={onChange} />);
  rerender(<LinesField label="Licenses" help="" value={['ISC', '0BSD']} onChange={onChange} />);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('ISC\n0BSD');
});

test('empty lines and repeated entries are left out', () => {
  expect(listOf(' MIT\n\n MIT \r\nApache-2.0')).toEqual(['MIT', 'Apache-2.0']);
  expect(listOf('')).toEqual([]);
});
