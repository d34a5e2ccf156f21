import { describe, expect, test } from 'vitest';
import { Transient } from '@scangate/domain/problem';
import { call, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { failingPayments } from '#test/support/payments/buyer-world.ts';
import { useCheckoutCalls, storedPaymentAccount, key, buyer } from '#test/support/payments/checkout-calls.ts';

useCheckoutCalls();

describe('POST /billing/portal', () => {
  const portal = (more: CallOptions = {}) => call('open-portal', { caller: buyer.owner, ...more });

  test('201 with the portal page of a customer that is created once', async () => {
    expect((await portal()).body).toEqual({ url: expect.stringContaining('http') });
    await portal();
    expect(buyer.stripe.control.state()['customer']).toHaveLength(1);
    expect(storedPaymentAccount()?.customerId).toMatch(/^cus_/);
  });

  test('repeated with its Idempotency-Key returns the same page', async () => {
    const first = await portal(key('x'));
    expect((await portal(key('x'))).body).toEqual(first.body);
  });

  test('503 while Stripe does not answer', async () => {
    world.paymentProvider = failingPayments(buyer.paymentProvider, () => new Transient('no answer'));
    expect((await portal()).status).toBe(503);
  });
});
