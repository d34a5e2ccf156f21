// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LicensesView } from '@scangate/console/routes/billing/licenses/licenses-view.tsx';
import type { Session } from '@scangate/console/session/session.ts';
import { clientOf, renderPart, sessionOf } from '#test/support/console/render-part.tsx';

const holder = (personId: string, more: object = {}) => ({
  personId,
  email: `${personId}@example.com`,
  organizationId: 'o1',
  claimedAt: '2026-03-02T12:00:00.000Z',
  scanId: 's1',
  ...more,
});

const open = async (
  counts: { used: number; limit: number | null },
  { items = [holder('ada')], session = {} }: { items?: object[]; session?: Partial<Session> } = {},
) => {
  const client = clientOf({ 'list-licenses': () => ({ month: '2026-03', ...counts, items }) });
  await renderPart(<LicensesView />, { client, session: sessionOf(session) });
  await screen.findByText('Licenses of March 2026');
};

test('names who has a license and by which scan it was claimed, even for people who left', async () => {
  const left = holder('left', { email: undefined, scanId: null });
  await open({ used: 2, limit: 5 }, { items: [holder('ada'), left] });
  expect(screen.getByText('2 of 5')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'A scan' }).getAttribute('href')).toContain('/scans/s1');
  expect(screen.getByText('No longer a member')).toBeTruthy();
  expect(screen.queryByText('No license is left this month')).toBeNull();
});

test('organizations are distinguished if the account pays for several, and their scans are not links', async () => {
  await open({ used: 1, limit: null }, { items: [holder('ada', { organizationId: 'client-1' })] });
  expect(screen.getByRole('columnheader', { name: 'Organization' })).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByText('1 used, no limit')).toBeTruthy();
});

test.each([
  ['owner', 'Team', 'Add licenses'],
  ['owner', 'Free', 'Change plan'],
] as const)('without a free license, %s on %s is offered "%s"', async (role, plan, label) => {
  await open({ used: 5, limit: 5 }, { session: { role, plan } });
  expect(screen.getByText('No license is left this month')).toBeTruthy();
  expect(screen.getByRole('link', { name: label }).getAttribute('href')).toContain('tab=plan');
});

test('without a free license, an admin sees whom to ask, and has no button', async () => {
  await open({ used: 5, limit: 5 }, { session: { role: 'admin' } });
  expect(screen.getByText(/Ask an owner or the billing contact to get more licenses/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: /licenses|plan/ })).toBeNull();
});

test('a month without licenses says how one is claimed', async () => {
  await open({ used: 0, limit: 3 }, { items: [] });
  expect(screen.getByText('Nobody holds a license this month')).toBeTruthy();
});
