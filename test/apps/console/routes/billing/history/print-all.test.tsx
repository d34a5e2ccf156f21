// @vitest-environment happy-dom
import { ApiProblem } from '@scangate/client';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { LedgerList } from '@scangate/console/routes/billing/history/ledger-list.tsx';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';

const pageSize = 20;
const entriesFrom = (from: number) =>
  Array.from({ length: pageSize }, (_none, index) => ({
    pool: 'core',
    cause: `c${from + index}`,
    kind: 'consume',
    amount: -1,
    at: '2026-03-01T12:00:00.000Z',
  }));

afterEach(() => vi.unstubAllGlobals());

/** Opens a ledger of three pages, of which the second cannot be loaded until it is repaired. */
const open = async ({ isBroken = false } = {}) => {
  const printed: number[] = [];
  const rows = () => document.querySelectorAll('tbody tr[aria-rowindex]').length;
  vi.stubGlobal('print', () => printed.push(rows()));
  const state = { isBroken };
  const client = clientOf({
    'list-ledger': (input) => {
      const { cursor } = input['query'] as { cursor?: string };
      if (cursor !== undefined && state.isBroken)
        throw new ApiProblem(503, new Headers(), { code: 'temporarily_unavailable' });
      const page = Number(cursor ?? '0');
      return { items: entriesFrom(page * pageSize), ...(page < 2 && { nextCursor: String(page + 1) }) };
    },
  });
  await renderPart(<LedgerList />, { client });
  await screen.findByText('c0');
  const print = () => userEvent.click(screen.getByRole('button', { name: 'Print all' }));
  const mend = () => void (state.isBroken = false);
  return { printed, print, mend };
};

const isBusy = () => screen.getByRole('button', { name: 'Print all' }).getAttribute('aria-busy') === 'true';

test('the whole list is printed', async () => {
  const { printed, print } = await open();
  await print();
  await waitFor(() => expect(printed).toEqual([3 * pageSize]));
  expect(isBusy()).toBe(false);
});

test('nothing is printed while a page cannot be loaded, and everything once it can', async () => {
  const { printed, print, mend } = await open({ isBroken: true });
  await print();
  expect(await screen.findByRole('alert')).toBeTruthy();
  await waitFor(() => expect(isBusy()).toBe(false));
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  expect(printed).toEqual([]);
  mend();
  await print();
  await waitFor(() => expect(printed).toEqual([3 * pageSize]));
});
