import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemberPicker } from '@scangate/console/routes/bundles/member-picker.tsx';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

test('a typed name is searched once, not with each key', async () => {
  const calls: { name: string; input: { query: { q?: string } } }[] = [];
  const client = clientOf({ 'list-repositories': () => ({ items: [] }) }, calls as never);
  await renderPart(<MemberPicker value={[]} onChange={() => undefined} error={undefined} />, { client });
  const field = await screen.findByRole('combobox');
  for (let end = 1; end <= 'storefront'.length; end += 1)
    await act(async () => void fireEvent.change(field, { target: { value: 'storefront'.slice(0, end) } }));
  await act(async () => void (await vi.advanceTimersByTimeAsync(400)));
  expect(calls.map(({ input }) => input.query.q)).toEqual([undefined, 'storefront']);
});
