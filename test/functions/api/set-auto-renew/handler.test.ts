import { describe, expect, test } from 'vitest';
import { openBuyerWorld } from '#test/support/payments/buyer-world.ts';
import {
  useSubscriberCalls,
  renewal,
  onStarter,
  choose,
  renew,
  subscription,
  useBuyer,
} from '#test/support/payments/subscriber-calls.ts';

useSubscriberCalls();

describe('PATCH /billing/auto-renew', () => {
  test('off ends the plan with its period and drops pending changes; on renews it', async () => {
    await onStarter();
    await choose({ plan: 'Starter', interval: 'year' });
    expect((await renew(false)).body).toMatchObject({
      autoRenew: false,
      pending: [{ change: 'plan_end', effectiveAt: renewal }],
    });
    expect(await subscription()).toMatchObject({ cancelsAtPeriodEnd: true });
    expect((await renew(true)).body).toMatchObject({ autoRenew: true, pending: [] });
    expect(await subscription()).toMatchObject({ cancelsAtPeriodEnd: false });
  });

  test('409 on Free', async () => {
    useBuyer(await openBuyerWorld());
    expect((await renew(false)).status).toBe(409);
  });
});
