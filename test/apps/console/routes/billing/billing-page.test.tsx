// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import BillingPage from '@scangate/console/routes/billing/billing-page.tsx';
import type { BillingStatus } from '@scangate/console/routes/billing/billing-status.ts';
import type { Session } from '@scangate/console/session/session.ts';
import { clientOf, renderPart, sessionOf } from '#test/support/console/render-part.tsx';
import { billingStatus, prices } from '#test/support/console/billing-answers.ts';

type Status = BillingStatus | { plan: 'Team'; tabs: 'history'[] };

const open = async (status: Status, session: Partial<Session> = {}, at = '/') => {
  const calls: { name: string; input: unknown }[] = [];
  const client = clientOf(
    {
      'get-billing-status': () => status,
      'get-prices': prices,
      'list-ledger': () => ({ items: [] }),
      'list-invoices': () => ({ items: [] }),
    },
    calls,
  );
  await renderPart(<BillingPage />, { client, session: sessionOf(session), at });
  await screen.findAllByRole('tab');
  const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent);
  return { tabs, calls, names: () => [...new Set(calls.map(({ name }) => name))] };
};

describe('the tabs', () => {
  test('an owner has all tabs', async () => {
    const { tabs } = await open(billingStatus());
    expect(tabs).toEqual(['Plan', 'Usage', 'History', 'Auto-recharge', 'Packs']);
  });

  test('the billing role has the plan, its packs and the invoices, and never requests the ledger', async () => {
    const status = billingStatus({ tabs: ['plan', 'history'] });
    const { tabs, names } = await open(status, { role: 'billing' }, '/?tab=history');
    expect(tabs).toEqual(['Plan', 'Invoices', 'Packs']);
    await screen.findByText('No invoices yet');
    expect(names()).toEqual(['get-billing-status', 'list-invoices']);
  });

  test('a client organization has only the history, whatever the URL says', async () => {
    const organization = { organizationId: 'o1', name: 'Client', isClient: true };
    const { tabs, names } = await open({ plan: 'Team', tabs: ['history'] }, { organization }, '/?tab=plan');
    expect(tabs).toEqual(['History']);
    await screen.findByText('No entries yet');
    expect(names()).toEqual(['get-billing-status', 'list-ledger']);
  });

  test('Free has no packs and no auto-recharge', async () => {
    const status = billingStatus({
      plan: 'Free',
      capabilities: ['policy_basic'],
      tabs: ['plan', 'usage', 'history', 'retention'],
    });
    const { tabs } = await open(status, { plan: 'Free' });
    expect(tabs).toEqual(['Plan', 'Usage', 'History']);
  });

  test('an unknown tab falls back to the first one', async () => {
    await open(billingStatus(), {}, '/?tab=nothing');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Plan');
  });
});

describe('the plan', () => {
  test('shows prices of the service, and the review of another plan', async () => {
    await open(billingStatus());
    expect(await screen.findByRole('button', { name: 'Review Starter' })).toBeTruthy();
    expect(document.body.textContent).toContain('€29.00 per license a month');
    expect(document.body.textContent).toContain('€49.00 a month');
  });

  test('another period of Team is reviewed with the licenses that were bought', async () => {
    const { calls } = await open(billingStatus({ licenses: { limit: 12, used: 3, month: '2026-03' } }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Yearly' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Review Team' }));
    await screen.findByRole('dialog', { name: 'Change the plan' });
    const [preview] = calls.filter(({ name }) => name === 'preview-change');
    expect(preview?.input).toMatchObject({ body: { plan: 'Team', interval: 'year', licenses: 12 } });
  });

  test('Free is reviewed as the end of auto-renew, but not once that is decided', async () => {
    await open(billingStatus());
    await userEvent.click(await screen.findByRole('button', { name: 'Review Free' }));
    expect(await screen.findByRole('dialog', { name: 'Change auto-renew' })).toBeTruthy();
    cleanup();
    await open(billingStatus({ autoRenew: false }));
    await screen.findByRole('button', { name: 'Review Starter' });
    expect(screen.queryByRole('button', { name: 'Review Free' })).toBeNull();
  });

  test('billing details are for those who buy: an admin never requests them', async () => {
    const { names } = await open(billingStatus());
    await screen.findByText('Billing details');
    expect(names()).toContain('get-billing-details');
    cleanup();
    const asAdmin = await open(billingStatus(), { role: 'admin' });
    await screen.findByText('€49.00 a month');
    expect(asAdmin.names()).not.toContain('get-billing-details');
  });

  test('an admin sees the plan, has no buttons to buy, and sees whom to ask', async () => {
    await open(billingStatus(), { role: 'admin' });
    await screen.findByText('€49.00 a month');
    expect(screen.queryByRole('button', { name: /Review|payment|Redeem/ })).toBeNull();
    expect(screen.getByText(/Ask one of them/)).toBeTruthy();
  });

  test('a pending change has its date and can be undone', async () => {
    const pending = [{ change: 'licenses' as const, to: 7, effectiveAt: '2026-04-02T12:00:00.000Z' }];
    await open(billingStatus({ pending }));
    expect(screen.getByText('7 licenses')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Review undo' })).toBeTruthy();
  });
});
