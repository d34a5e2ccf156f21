// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SessionList } from '@scangate/console/routes/you/session-list.tsx';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';

const listed = (sessionId: string, current = false) => ({
  sessionId,
  organizationId: 'o1',
  current,
  createdAt: '2026-03-01T12:00:00.000Z',
});

const open = async (items: object[]) => {
  const calls: { name: string; input: Record<string, unknown> }[] = [];
  let ended = false;
  const client = clientOf(
    {
      'list-sessions': () => ({ items: ended ? items.slice(0, 1) : items }),
      'end-sessions': () => {
        ended = true;
      },
    },
    calls as never,
  );
  await renderPart(<SessionList />, { client });
  return calls;
};

test('all other sessions end after a question, without naming a person', async () => {
  const calls = await open([listed('s1', true), listed('s2'), listed('s3')]);
  await userEvent.click(await screen.findByRole('button', { name: 'End all others' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'End all others' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End session' })).toBeNull());
  expect(calls.filter(({ name }) => name === 'end-sessions').map(({ input }) => input['query'])).toEqual([
    undefined,
  ]);
  expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
});

test('nobody is offered to end others where there are none', async () => {
  await open([listed('s1', true)]);
  expect(await screen.findByText('This one')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
});
