import { describe, expect, test } from 'vitest';
import { world } from '#test/support/api/call-endpoint.ts';
import { openSubscriber } from '#test/support/payments/buyer-world.ts';
import { newOrganization } from '#test/support/world.ts';
import {
  useCheckoutCalls,
  buy,
  sessions,
  storedPaymentAccount,
  audited,
  key,
  useBuyer,
} from '#test/support/payments/checkout-calls.ts';

useCheckoutCalls();

describe('POST /billing/packs', () => {
  const onStarter = async () => {
    useBuyer(await openSubscriber({ plan: 'Starter', interval: 'month' }));
  };

  test('201 with the payment page of the pack; any number may be open', async () => {
    await onStarter();
    const first = await buy('core-100');
    const second = await buy('sast-25');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(storedPaymentAccount()?.packCheckouts).toEqual([
      first.body['sessionId'],
      second.body['sessionId'],
    ]);
    expect(audited('pack_checkout.opened')).toMatchObject([
      { after: { pack: 'core-100' } },
      { after: { pack: 'sast-25' } },
    ]);
    expect(world.store.all('ledgerEntry').filter(({ cause }) => cause.startsWith('pack#'))).toEqual([]);
  });

  test('repeated with its Idempotency-Key returns the same page', async () => {
    await onStarter();
    const first = await buy('core-500', key('p'));
    expect((await buy('core-500', key('p'))).body).toEqual(first.body);
    expect(storedPaymentAccount()?.packCheckouts).toHaveLength(1);
  });

  test('402 entitlement_denied on plans without pay-as-you-go', async () => {
    expect((await buy('core-100')).body).toMatchObject({
      code: 'entitlement_denied',
      capability: 'pay_as_you_go',
    });
    const regulated = await newOrganization(world.store, { plan: 'Regulated', credits: { core: 10 } });
    expect((await buy('core-100', { caller: regulated.as('owner') })).body).toMatchObject({
      status: 402,
      capability: 'pay_as_you_go',
    });
    expect(sessions()).toEqual([]);
  });

  test('a plan by agreement may buy packs', async () => {
    const agreed = await newOrganization(world.store, { plan: 'Team' });
    expect((await buy('core-100', { caller: agreed.as('billing') })).status).toBe(201);
  });

  test('422 for an unknown pack', async () => {
    expect((await buy('core-1000')).body).toMatchObject({ status: 422, code: 'validation_failed' });
  });
});
