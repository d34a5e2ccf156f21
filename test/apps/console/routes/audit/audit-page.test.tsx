// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import AuditPage from '@scangate/console/routes/audit/audit-page.tsx';
import { clientOf, renderPart, type Answers } from '#test/support/console/render-part.tsx';

const event = (eventId: string, action: string, more: object = {}) => ({
  eventId,
  at: '2026-03-01T12:00:00.000Z',
  action,
  actor: { kind: 'person', personId: 'p1', role: 'owner', tokenId: 't' },
  ...more,
});

/** Whether the request is for the first page of a list. */
const isFirst = ({ query }: Record<string, unknown>) =>
  (query as { cursor?: string } | undefined)?.cursor === undefined;

const open = async (at = '/', answers: Answers = {}) => {
  const calls: { name: string; input: { query?: object } }[] = [];
  const items = [
    event('e1', 'gate.changed', { before: { threshold: 'high' }, after: { threshold: 'critical' } }),
    event('e2', 'invented.action', {
      actor: { kind: 'person', personId: 'gone', role: 'member', tokenId: 't' },
    }),
    event('e3', 'payment.failed', { actor: { kind: 'system' } }),
  ];
  const client = clientOf(
    {
      'list-audit-events': () => ({ items }),
      'list-people': () => ({ items: [{ personId: 'p1', displayName: 'Ada' }] }),
      ...answers,
    },
    calls as never,
  );
  const view = await renderPart(<AuditPage />, { client, at });
  await screen.findByRole('table');
  return { ...view, calls };
};

test('an event names its actor, and an unknown action is shown unchanged', async () => {
  await open();
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows[1]).toContain('Gate changed');
  expect(rows[1]).toContain('Ada');
  expect(rows[2]).toContain('invented.action');
  expect(rows[2]).toContain('Former member');
  expect(rows[3]).toContain('The service');
});

test('a member on a later page is not called a former one', async () => {
  await open('/', {
    'list-people': (input) =>
      isFirst(input)
        ? { items: [{ personId: 'p1', displayName: 'Ada' }], nextCursor: 'more' }
        : { items: [{ personId: 'gone', displayName: 'Grace' }] },
  });
  expect(await screen.findByRole('row', { name: /invented\.action.*Grace/ })).toBeTruthy();
  expect(screen.queryByText('Former member')).toBeNull();
});

test('nobody is called a former member before every name is known', async () => {
  const later = Promise.withResolvers<unknown>();
  await open('/', {
    'list-people': (input) =>
      isFirst(input)
        ? { items: [{ personId: 'p1', displayName: 'Ada' }], nextCursor: 'more' }
        : later.promise,
  });
  expect(await screen.findByRole('row', { name: /Ada/ })).toBeTruthy();
  expect(screen.queryByText('Former member')).toBeNull();
  later.resolve({ items: [] });
  expect(await screen.findByText('Former member')).toBeTruthy();
});

test('a name with bidirectional control characters is marked in the filter', async () => {
  await open('/', {
    'list-people': () => ({ items: [{ personId: 'p1', displayName: 'a\u202Egpj.exe' }] }),
  });
  expect(await screen.findByRole('option', { name: 'a[U+202E]gpj.exe' })).toBeTruthy();
});

test('the values before and after are shown side by side, and the open event is part of the URL', async () => {
  const { history } = await open();
  const [first] = screen.getAllByRole('button', { name: 'Show' });
  if (first) await userEvent.click(first);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('row').at(-1)?.textContent).toBe('thresholdhighcritical');
  expect(history.location.search).toContain('event=e1');
});

test('the filters of the URL are those of the request and of the CSV', async () => {
  const { calls } = await open('/?action=gate.changed&personId=p1&from=2026-03-01');
  expect(calls.find(({ name }) => name === 'list-audit-events')?.input.query).toMatchObject({
    action: 'gate.changed',
    personId: 'p1',
    from: '2026-03-01',
  });
  const href = screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
  expect(href).toBe('/v1/audit-events?action=gate.changed&personId=p1&from=2026-03-01&format=csv');
});
