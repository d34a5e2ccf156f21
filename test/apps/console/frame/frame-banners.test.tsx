import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { clientOf, renderPart, sessionOf } from '#test/support/console/render-part.tsx';
import { FrameBanners } from '@scangate/console/frame/frame-banners.tsx';
import { noteServerTime } from '@scangate/console/session/browser/server-time.ts';
import type { Session } from '@scangate/console/session/session.ts';

const since = '2026-03-02T08:00:00.000Z';
const pool = { state: 'ok' };

const visit = async (session: Partial<Session>) => {
  const calls: { name: string; input: unknown }[] = [];
  const client = clientOf(
    {
      'get-billing-status': () => ({ hold: { reason: 'payment_failed', since, invoices: 2 } }),
      'get-credits-alert': () => ({
        plan: 'Team',
        pools: { core: pool, sast: pool },
        hold: { reason: 'payment_failed', since },
      }),
    },
    calls,
  );
  await renderPart(<FrameBanners />, { session: sessionOf(session), client });
  const alert = await screen.findByRole('alert');
  return { alert, names: calls.map(({ name }) => name) };
};

describe('a hold is shown on every page', () => {
  test('an owner sees how many invoices are open, and where to pay', async () => {
    const { alert, names } = await visit({});
    expect(alert.textContent).toContain('2 open invoices are paid');
    expect(screen.getByRole('link', { name: 'See open invoices' })).toBeTruthy();
    expect(names).toEqual(['get-billing-status']);
  });

  test.each([
    ['a member', { role: 'member' }],
    [
      'an owner of a client organization',
      { organization: { organizationId: 'o1', name: 'A', isClient: true } },
    ],
  ] as const)('%s requests no status, and sees whom to ask', async (_who, session) => {
    const { alert, names } = await visit(session);
    expect(alert.textContent).toContain('Ask an owner or a billing owner to pay.');
    expect(screen.queryByRole('link')).toBeNull();
    expect(names).toEqual(['get-credits-alert']);
  });
});

describe('a machine whose clock is wrong', () => {
  afterEach(() => noteServerTime(null));
  const dayMs = 86_400_000;

  test.each([
    [dayMs, 'It is 24 hours behind. Times shown here use the service’s clock.'],
    [-dayMs, 'It is 24 hours ahead. Times shown here use the service’s clock.'],
    [-3 * dayMs, 'It is 3 days ahead. Times shown here use the service’s clock.'],
    [6 * 60_000, 'It is 6 minutes behind. Times shown here use the service’s clock.'],
  ])('by %i ms is warned, and shown which times the page uses', async (differenceMs, words) => {
    noteServerTime(new Date(Date.now() + differenceMs).toUTCString());
    await renderPart(<FrameBanners />);
    expect(screen.getByText(words)).toBeTruthy();
  });

  test('by a minute is not warned', async () => {
    noteServerTime(new Date(Date.now() + 60_000).toUTCString());
    await renderPart(<FrameBanners />);
    expect(screen.queryByRole('status')).toBeNull();
  });
});

test('being offline is shown at once, and removed afterwards', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await renderPart(<FrameBanners />);
  expect(screen.getByText('You are offline')).toBeTruthy();
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText('You are offline')).toBeNull();
  online.mockRestore();
});
