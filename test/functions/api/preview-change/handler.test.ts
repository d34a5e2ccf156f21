import { describe, expect, test, vi } from 'vitest';
import { Transient } from '@scangate/domain/problem';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { failingPayments, openBuyerWorld } from '#test/support/payments/buyer-world.ts';
import {
  useSubscriberCalls,
  addon,
  ask,
  buyer,
  choose,
  invoices,
  licenses,
  noAnswer,
  onStarter,
  onTeam,
  pool,
  renew,
  renewal,
  toRenewal,
  useBuyer,
} from '#test/support/payments/subscriber-calls.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { newOrganization } from '#test/support/world.ts';

useSubscriberCalls();

interface Preview {
  dueNow: number;
  currency: string;
  lines: { description: string; amount: number }[];
  nextInvoice: { amountDue: number; currency: string; at: string } | null;
  effects: { what: string; from: unknown; to: unknown; at: string }[];
}

const preview = async (body: object, caller = buyer.owner) => {
  const answered = await call('preview-change', { caller, body });
  expect(answered.status).toBe(200);
  const seen = answered.body as unknown as Preview;
  expect(seen.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(seen.dueNow);
  return seen;
};
const effects = ({ effects: list }: Preview) =>
  Object.fromEntries(list.map(({ what, from, to, at }) => [what, [from, to, at]]));
const paid = () => invoices().reduce((sum, { amount_paid: amount }) => sum + amount, 0);
const noonToday = '2026-03-10T12:00:00.000Z';
const halfway = async () => {
  await buyer.to('2026-03-26T00:00:00.000Z');
  vi.setSystemTime(buyer.now());
};
const onFree = async () => useBuyer(await openBuyerWorld());

describe('POST /billing/preview', () => {
  test('more licenses cost what they then cost, and grant what they then grant', async () => {
    await onTeam(6);
    await halfway();
    const seen = await preview({ change: 'licenses', licenses: 9 });
    const [before, balance] = [paid(), pool('core')];
    expect((await licenses(9)).status).toBe(200);
    expect(seen.dueNow).toBe(paid() - before);
    expect(seen.dueNow).toBeGreaterThan(0);
    const at = buyer.now().toISOString();
    expect(effects(seen)).toEqual({
      licenses: [6, 9, at],
      core_credits: [600, 900, at],
      core_balance: [balance, pool('core'), at],
    });
    const { body } = await ask('get-forecast');
    expect(body['nextInvoice']).toEqual({
      amountDue: seen.nextInvoice?.amountDue,
      currency: 'usd',
      at: seen.nextInvoice?.at,
    });
  });

  test.each([
    { change: 'plan', plan: 'Starter', interval: 'month' },
    { change: 'plan', plan: 'Team', interval: 'year', licenses: 6 },
    { change: 'licenses', licenses: 5 },
  ])('%j costs nothing now, and its previewed price at the renewal', async (body) => {
    await onTeam(6);
    const seen = await preview(body);
    expect(seen).toMatchObject({ dueNow: 0, lines: [], currency: 'usd', nextInvoice: { at: renewal } });
    expect(seen.effects.every(({ at }) => at === renewal)).toBe(true);
    const { change, ...rest } = body;
    expect((await (change === 'plan' ? choose(rest) : licenses(5))).status).toBe(200);
    const before = paid();
    await toRenewal();
    expect(paid() - before).toBe(seen.nextInvoice?.amountDue);
  });

  test('names each effect of another plan', async () => {
    await onTeam(6);
    const seen = await preview({ change: 'plan', plan: 'Starter', interval: 'year' });
    expect(effects(seen)).toEqual({
      plan: ['Team', 'Starter', renewal],
      interval: ['month', 'year', renewal],
      licenses: [6, null, renewal],
      core_credits: [600, 800, renewal],
      retention_days: [365, 90, renewal],
    });
    await choose({ plan: 'Starter', interval: 'year' });
    const undone = await preview({ change: 'undo_plan' });
    expect(effects(undone)).toMatchObject({ plan: ['Starter', 'Team', renewal] });
    expect(undone).toMatchObject({ dueNow: 0, nextInvoice: { at: renewal } });
  });

  test('without renewal the plan ends, and no invoice follows', async () => {
    await onStarter();
    const seen = await preview({ change: 'auto_renew', enabled: false });
    expect(seen).toMatchObject({ dueNow: 0, currency: 'usd', nextInvoice: null });
    expect(effects(seen)).toEqual({
      auto_renew: [true, false, noonToday],
      plan: ['Starter', 'Free', renewal],
      core_credits: [800, 100, renewal],
      retention_days: [90, 30, renewal],
    });
    await renew(false);
    const again = await preview({ change: 'auto_renew', enabled: true });
    expect(effects(again)).toMatchObject({ plan: ['Free', 'Starter', renewal] });
    expect(again.nextInvoice?.amountDue).toBeGreaterThan(0);
  });

  test('the add-on costs its previewed price', async () => {
    await onTeam(6);
    const seen = await preview({ change: 'sast_addon', size: 'team' });
    const before = paid();
    await addon('team');
    expect(seen.dueNow).toBe(paid() - before);
    expect(effects(seen)).toEqual({
      sast_addon: [null, 'team', noonToday],
      sast_credits: [0, 300, noonToday],
      sast_balance: [0, 300, noonToday],
    });
    const canceled = await preview({ change: 'cancel_sast_addon' });
    expect(effects(canceled)).toEqual({
      sast_addon: ['team', null, renewal],
      sast_credits: [300, 0, renewal],
    });
    expect((await ask('cancel-sast-addon')).status).toBe(200);
    const resumed = await preview({ change: 'resume_sast_addon' });
    expect(effects(resumed)).toEqual({
      sast_addon: [null, 'team', renewal],
      sast_credits: [0, 300, renewal],
    });
  });

  test('a pack costs its price, without discounts and pending items', async () => {
    await onStarter();
    const seen = await preview({ change: 'pack', pack: 'core-500' });
    expect(seen.lines).toHaveLength(1);
    expect(effects(seen)).toEqual({ core_balance: [800, 1300, noonToday] });
    expect(seen.nextInvoice?.at).toBe(renewal);
  });

  test('a first plan is previewed for an organization that the provider does not know', async () => {
    await onFree();
    const stored = allRecords(world.store);
    const seen = await preview({ change: 'checkout', plan: 'Team', interval: 'month', licenses: 6 });
    expect(allRecords(world.store)).toEqual(stored);
    expect(seen.dueNow).toBeGreaterThan(0);
    expect(seen.nextInvoice).toMatchObject({ amountDue: seen.dueNow, at: renewal });
    expect(effects(seen)).toEqual({
      plan: ['Free', 'Team', noonToday],
      licenses: [null, 6, noonToday],
      auto_renew: [null, true, noonToday],
      core_credits: [100, 600, noonToday],
      retention_days: [30, 365, noonToday],
      core_balance: [100, 600, noonToday],
    });
  });

  test('a coupon is a separate line', async () => {
    await onFree();
    const coupon = await buyer.client.coupons.create({ percent_off: 25, duration: 'once' });
    await buyer.client.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'QUARTER',
    });
    const full = await preview({ change: 'checkout', plan: 'Starter', interval: 'month' });
    expect((await ask('redeem-coupon', { body: { code: 'QUARTER' } })).status).toBe(200);
    const seen = await preview({ change: 'checkout', plan: 'Starter', interval: 'month' });
    expect(seen.dueNow).toBe(Math.round(full.dueNow * 0.75));
    expect(seen.lines.map(({ description }) => description)).toContain('Discount');
    expect(seen.nextInvoice).toBeNull();
  });

  test('changes nothing, neither here nor at the provider', async () => {
    await onTeam(6);
    const state = () => JSON.stringify([allRecords(world.store), buyer.stripe.control.state()]);
    const before = state();
    for (const body of [
      { change: 'licenses', licenses: 20 },
      { change: 'plan', plan: 'Starter', interval: 'year' },
      { change: 'sast_addon', size: 'team' },
      { change: 'pack', pack: 'core-100' },
      { change: 'auto_renew', enabled: false },
    ])
      await preview(body);
    expect(state()).toBe(before);
  });

  test.each([
    [{ change: 'checkout', plan: 'Starter', interval: 'month' }, 409],
    [{ change: 'undo_plan' }, 409],
    [{ change: 'sast_addon', size: 'starter' }, 409],
    [{ change: 'cancel_sast_addon' }, 409],
    [{ change: 'licenses', licenses: 3 }, 422],
    [{ change: 'licenses', licenses: 6, plan: 'Team' }, 422],
    [{ change: 'seats' }, 422],
    [{ licenses: 6 }, 422],
  ])('%j is refused as the change would be: %i', async (body, status) => {
    await onTeam(6);
    expect((await call('preview-change', { caller: buyer.owner, body })).status).toBe(status);
  });

  test('503 when the provider does not answer', async () => {
    await onTeam(6);
    noAnswer('previewOrder');
    const asked = () =>
      call('preview-change', { caller: buyer.owner, body: { change: 'licenses', licenses: 7 } });
    expect((await asked()).status).toBe(503);
    world.paymentProvider = failingPayments(buyer.paymentProvider, (name) =>
      name === 'preview' ? new Transient('no answer') : undefined,
    );
    expect((await asked()).status).toBe(200);
  });

  test('is for those who manage the billing', async () => {
    await onStarter();
    const body = { change: 'pack', pack: 'core-100' };
    for (const [role, status] of [
      ['owner', 200],
      ['billing', 200],
      ['admin', 403],
      ['member', 403],
    ] as const)
      expect((await call('preview-change', { caller: buyer.as(role), body })).status).toBe(status);
    const parent = await newOrganization(world.store, { plan: 'Team' });
    const client = { ...parent.as('owner'), organizationId: buyer.accountId };
    expect((await call('preview-change', { caller: client, body })).body['code']).toBe('managed_by_parent');
  });
});
