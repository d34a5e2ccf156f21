import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchFilter } from '@scangate/console/parts/tables/search-filter.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A filter whose value arrives when the test says so, like the URL of a page. */
const show = () => {
  const sent: string[] = [];
  const part = (value: string) => (
    <SearchFilter label="Search" value={value} onChange={(text) => sent.push(text)} />
  );
  const { rerender } = render(part(''));
  const input = screen.getByRole<HTMLInputElement>('searchbox');
  return {
    sent,
    input,
    type: (value: string) => fireEvent.change(input, { target: { value } }),
    pause: () => act(() => vi.advanceTimersByTime(300)),
    arrive: (value: string) => rerender(part(value)),
  };
};

test('letters typed while the URL is updated with an earlier text are kept and sent', () => {
  const { sent, input, type, pause, arrive } = show();
  type('lod');
  pause();
  type('loda');
  arrive('lod');
  expect(input.value).toBe('loda');
  pause();
  expect(sent).toEqual(['lod', 'loda']);
});

test('two pending texts do not overwrite what is typed', () => {
  const { input, type, pause, arrive } = show();
  type('lod');
  pause();
  type('loda');
  pause();
  type('lodash');
  arrive('lod');
  arrive('loda');
  expect(input.value).toBe('lodash');
});

test('clearing and Back replace the text in the field, even one that was sent before', () => {
  const { sent, input, type, pause, arrive } = show();
  type('lod');
  pause();
  arrive('lod');
  arrive('');
  expect(input.value).toBe('');
  arrive('lod');
  expect(input.value).toBe('lod');
  pause();
  expect(sent).toEqual(['lod']);
});
