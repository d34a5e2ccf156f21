// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { HistoryPanel } from '@scangate/console/routes/repository/history-panel.tsx';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';

const scan = {
  historyScanId: 'h1',
  repositoryId: 'r1',
  requestedAt: '2026-03-01T12:00:00.000Z',
  unread: [],
  gaps: [],
};
const quote = { commits: 40, files: 10_500, credits: { core: 2, sast: 0 } };

beforeEach(() => sessionStorage.clear());

const open = async (item: object | undefined, canScan = true) => {
  const calls: { name: string; input: unknown }[] = [];
  const answer = () => ({ ...scan, ...item });
  const client = clientOf(
    {
      'list-history-scans': () => ({ items: item ? [answer()] : [] }),
      'quote-history-scan': answer,
      'start-history-scan': answer,
      'cancel-history-scan': answer,
    },
    calls,
  );
  await renderPart(<HistoryPanel repositoryId="r1" canScan={canScan} />, { client });
  const sent = (of: string) => calls.filter(({ name }) => name === of).map(({ input }) => input);
  return { sent };
};
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a history is counted first, and scanned for the price that is shown', async () => {
  const none = await open(undefined);
  await screen.findByText('The history has never been scanned.');
  await click('Count the history');
  await waitFor(() => expect(none.sent('quote-history-scan')).toHaveLength(1));
});

test('a quote is accepted by its id', async () => {
  const { sent } = await open({ status: 'quoted', quote });
  await screen.findByText('40 commits, 10,500 versions of files');
  await click('Scan for 2 core credits');
  const accepted = { params: { repositoryId: 'r1' }, body: { historyScanId: 'h1' } };
  await waitFor(() => expect(sent('start-history-scan')).toEqual([expect.objectContaining(accepted)]));
});

test('a history scan is canceled after a confirmation', async () => {
  const { sent } = await open({ status: 'running', quote, progress: { parts: 2, done: 1 } });
  await screen.findByText('1 of 2 parts');
  await click('Cancel the scan');
  expect(sent('cancel-history-scan')).toEqual([]);
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel the scan' }));
  const params = { repositoryId: 'r1', historyScanId: 'h1' };
  await waitFor(() => expect(sent('cancel-history-scan')).toEqual([expect.objectContaining({ params })]));
});

test('an ended history scan shows what it found, and a reader has no button', async () => {
  const ended = { secrets: { total: 3, goneFromHead: 2 }, refunded: { core: 1, sast: 0 } };
  await open({ status: 'cancelled', quote, ...ended, unread: ['files that are too large: 2 (a, …)'] }, false);
  await screen.findByText('3 secrets, 2 of them gone from head but still in the history');
  expect(screen.getByText('1 credit refunded')).toBeTruthy();
  expect(screen.getByText(/files that are too large/)).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});
