import { describe, expect, test } from 'vitest';
import { Transient } from '@scangate/domain/problem';
import { world } from '#test/support/api/call-endpoint.ts';
import { openBuyerWorld } from '#test/support/payments/buyer-world.ts';
import { newOrganization } from '#test/support/world.ts';
import {
  useSubscriberCalls,
  renewal,
  onTeam,
  onStarter,
  ask,
  renew,
  addon,
  status,
  account,
  storedPaymentAccount,
  subscriptions,
  pool,
  card,
  key,
  buyer,
  useBuyer,
} from '#test/support/payments/subscriber-calls.ts';

useSubscriberCalls();

describe('the SAST add-on', () => {
  test('201: it is paid and active with its credits; a second one is 409', async () => {
    await onTeam();
    const { status: answered, body } = await addon('team');
    expect([answered, body['sastAddon']]).toEqual([201, { size: 'team', endsAt: renewal }]);
    expect([pool('sast'), subscriptions().length]).toEqual([300, 2]);
    expect((await addon('team')).status).toBe(409);
    expect(subscriptions()).toHaveLength(2);
  });

  test('402 for a declined or missing card, without an add-on', async () => {
    await onStarter();
    card('declined');
    expect((await addon('starter')).body).toMatchObject({ status: 402, code: 'card_declined' });
    expect([pool('sast'), account().sastAddon, storedPaymentAccount()?.addonOrder]).toEqual([
      0,
      undefined,
      undefined,
    ]);
    const { paymentMethodId = '' } =
      (await buyer.paymentProvider.customer(storedPaymentAccount()?.customerId ?? '')) ?? {};
    await buyer.client.paymentMethods.detach(paymentMethodId);
    expect((await addon('starter')).body).toMatchObject({ status: 402, code: 'card_declined' });
    card('ok');
    expect((await addon('starter')).status).toBe(201);
    expect(pool('sast')).toBe(50);
  });

  test('repeated with its Idempotency-Key, and twice concurrently, starts one', async () => {
    await onTeam();
    const first = await addon('team', key('a'));
    expect((await addon('team', key('a'))).body).toEqual(first.body);
    await onTeam();
    await Promise.all([addon('team'), addon('team'), addon('team')]);
    expect(subscriptions()).toHaveLength(2);
    expect(pool('sast')).toBe(300);
  });

  test('a lost answer leads to no second add-on, whatever is requested meanwhile', async () => {
    await onTeam();
    const { paymentProvider } = buyer;
    world.paymentProvider = {
      ...paymentProvider,
      startAddon: async (...order) => {
        await paymentProvider.startAddon(...order);
        throw new Transient('the answer is lost');
      },
    };
    expect((await addon('team')).status).toBe(503);
    expect((await status())['ordered']).toMatchObject([{ order: 'sast_addon', to: 'team' }]);
    await renew(false);
    await renew(true);
    world.paymentProvider = paymentProvider;
    expect((await addon('team')).status).toBe(201);
    expect([subscriptions().length, pool('sast')]).toEqual([2, 300]);
  });

  test('409 for the size of another plan, on Free and by agreement', async () => {
    await onStarter();
    expect((await addon('team')).status).toBe(409);
    useBuyer(await openBuyerWorld());
    expect((await addon('starter')).status).toBe(409);
    const agreed = await newOrganization(world.store, { plan: 'Team' });
    expect((await addon('team', { caller: agreed.as('owner') })).status).toBe(409);
    expect(subscriptions()).toEqual([]);
  });

  test('DELETE ends it with its period, and resume undoes that', async () => {
    await onTeam();
    await addon('team');
    expect((await ask('cancel-sast-addon')).body).toMatchObject({
      sastAddon: { size: 'team', cancelsAt: renewal },
      pending: [{ change: 'sast_addon_end', effectiveAt: renewal }],
    });
    const { addonSubscriptionId = '' } = storedPaymentAccount() ?? {};
    const addonAtStripe = () => buyer.paymentProvider.subscription(addonSubscriptionId);
    expect(await addonAtStripe()).toMatchObject({ cancelsAtPeriodEnd: true });
    expect((await ask('cancel-sast-addon')).status).toBe(409);
    expect((await addon('team')).body['detail']).toContain('Resume it');
    expect((await ask('resume-sast-addon')).body).toMatchObject({ pending: [] });
    expect(await addonAtStripe()).toMatchObject({ cancelsAtPeriodEnd: false });
    expect((await ask('resume-sast-addon')).status).toBe(409);
  });

  test('an add-on by agreement is canceled and resumed without Stripe', async () => {
    useBuyer(await openBuyerWorld());
    world.paymentProvider = undefined;
    const agreed = await newOrganization(world.store, { plan: 'Team', sastAddon: 'team' });
    const caller = agreed.as('owner');
    expect((await ask('cancel-sast-addon', { caller })).body['pending']).toHaveLength(1);
    expect((await ask('resume-sast-addon', { caller })).body['pending']).toEqual([]);
  });
});
