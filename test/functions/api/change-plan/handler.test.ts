import { describe, expect, test } from 'vitest';
import { reconcilePayments } from '#app/payments/reconcile-payments.ts';
import { world } from '#test/support/api/call-endpoint.ts';
import { openBuyerWorld } from '#test/support/payments/buyer-world.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { newOrganization, noon } from '#test/support/world.ts';
import {
  useSubscriberCalls,
  renewal,
  onStarter,
  ask,
  choose,
  renew,
  account,
  storedPaymentAccount,
  subscription,
  toRenewal,
  noAnswer,
  buyer,
  useBuyer,
} from '#test/support/payments/subscriber-calls.ts';

useSubscriberCalls();

describe('POST /billing/plan', () => {
  test('200: the change is scheduled for the renewal, here and at Stripe', async () => {
    await onStarter();
    const { body } = await choose({ plan: 'Team', interval: 'year', licenses: 7 });
    expect(body).toEqual({
      plan: 'Starter',
      interval: 'month',
      licenses: null,
      autoRenew: true,
      sastAddon: null,
      pending: [
        { change: 'plan', to: 'Team', effectiveAt: renewal },
        { change: 'interval', to: 'year', effectiveAt: renewal },
        { change: 'licenses', to: 7, effectiveAt: renewal },
      ],
    });
    expect((await subscription()).schedule?.next).toMatchObject({ price: 'team_year', quantity: 7 });
    await toRenewal();
    expect(account()).toMatchObject({ plan: 'Team', interval: 'year', licenses: 7 });
  });

  test('200 while Stripe does not respond: the change is stored, and Stripe is updated later', async () => {
    await onStarter();
    noAnswer();
    expect((await choose({ plan: 'Team', interval: 'month', licenses: 5 })).status).toBe(200);
    expect((await subscription()).schedule).toBeUndefined();
    // Not before this request must have ended.
    expect(storedPaymentAccount()?.dueAt).toBe('2026-03-10T12:00:30.000Z');
    await reconcilePayments(buyer.accountId, buyer, noon);
    expect((await subscription()).schedule?.next).toMatchObject({ price: 'team_month', quantity: 5 });
  });

  test('DELETE /billing/plan/pending drops the change; a second one is 409', async () => {
    await onStarter();
    await choose({ plan: 'Team', interval: 'month', licenses: 5 });
    expect((await ask('undo-plan-change')).body['pending']).toEqual([]);
    expect((await subscription()).schedule?.next).toBeUndefined();
    expect((await ask('undo-plan-change')).body).toMatchObject({ status: 409, code: 'conflict' });
  });

  test('a plan by agreement is changed without Stripe', async () => {
    useBuyer(await openBuyerWorld());
    const agreed = await newOrganization(world.store, { plan: 'Starter' });
    world.paymentProvider = undefined;
    const { status: answered, body } = await choose(
      { plan: 'Team', interval: 'month', licenses: 5 },
      { caller: agreed.as('billing') },
    );
    expect([answered, body['pending']]).toEqual([200, expect.arrayContaining([expect.anything()])]);
  });

  test.each([
    [{ plan: 'Team', interval: 'month' }, '/licenses'],
    [{ plan: 'Starter', interval: 'month', licenses: 9 }, '/licenses'],
    [{ plan: 'Free', interval: 'month' }, '/plan'],
  ])('422 %j, and nothing is written', async (body, pointer) => {
    await onStarter();
    const before = allRecords(world.store);
    const answer = await choose(body);
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, pointer]);
    expect(allRecords(world.store)).toEqual(before);
  });

  test('409 on Free and with auto-renew off', async () => {
    useBuyer(await openBuyerWorld());
    expect((await choose({ plan: 'Starter', interval: 'month' })).status).toBe(409);
    await onStarter();
    await renew(false);
    expect((await choose({ plan: 'Starter', interval: 'year' })).status).toBe(409);
  });
});
