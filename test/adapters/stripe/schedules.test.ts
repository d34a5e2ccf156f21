import { describe, expect, test } from 'vitest';
import { PaymentProviderRefused } from '#ports/payment-provider.ts';
import * as fixture from './fixtures.ts';
import { inSequence, postsOf } from './scripted-provider.ts';
import { errorAnswer } from './scripted-stripe.ts';

describe('the next phase', () => {
  const next = { price: 'starter_month', quantity: 1 } as const;

  test('is scheduled from the period’s end on, without proration and with the same discounts', async () => {
    const discounted = fixture.subscription({ discounts: ['di_1'] });
    const [, update] = await postsOf({ 'GET /v1/subscriptions/sub_1': discounted }, (provider) =>
      provider.scheduleNext('k', 'sub_1', next),
    );
    expect(update?.given).toMatchObject({
      end_behavior: 'release',
      proration_behavior: 'none',
      'phases[0][start_date]': '1772323200',
      'phases[0][end_date]': '1775001600',
      'phases[0][items][0][price]': 'price_team',
      'phases[0][items][0][quantity]': '10',
      'phases[0][discounts][0][discount]': 'di_1',
      'phases[1][items][0][price]': 'price_of_starter_month',
      'phases[1][discounts][0][discount]': 'di_1',
      'phases[1][duration][interval]': 'month',
      'phases[1][proration_behavior]': 'none',
    });
    expect(update?.given).not.toHaveProperty('phases[1][billing_cycle_anchor]');
  });

  test('with another interval starts a new billing cycle', async () => {
    const [, update] = await postsOf({}, (provider) =>
      provider.scheduleNext('k', 'sub_1', { price: 'team_year', quantity: 10 }),
    );
    expect(update?.given).toMatchObject({
      'phases[1][billing_cycle_anchor]': 'phase_start',
      'phases[1][duration][interval]': 'year',
    });
  });

  test('replaces an earlier schedule in one request', async () => {
    const existing = fixture.subscription({ schedule: fixture.schedule() });
    const posts = await postsOf({ 'GET /v1/subscriptions/sub_1': existing }, (provider) =>
      provider.scheduleNext('k', 'sub_1', next),
    );
    expect(posts.map(({ path }) => path)).toEqual(['/v1/subscription_schedules/sub_sched_1']);
  });

  test('is not written again when it is scheduled already', async () => {
    const items = fixture
      .phase()
      .items.map((one) => ({ ...one, price: 'price_of_starter_month', quantity: 1 }));
    const after = fixture.phase({ start_date: 1_775_001_600, items });
    const existing = fixture.subscription({
      schedule: fixture.schedule({ phases: [fixture.phase(), after] }),
    });
    const arranged = { 'GET /v1/subscriptions/sub_1': existing };
    expect(await postsOf(arranged, (provider) => provider.scheduleNext('k', 'sub_1', next))).toEqual([]);
  });

  test('gets a new schedule when the one answered under an old key was released', async () => {
    const released = fixture.schedule({ status: 'released' });
    const posts = await postsOf(
      { 'GET /v1/subscription_schedules/sub_sched_1': inSequence(released, fixture.schedule()) },
      (provider) => provider.scheduleNext('k', 'sub_1', next),
    );
    expect(posts.map(({ key }) => key)).toEqual(['k:create', 'k:create:sub_sched_1', 'k:phases:sub_sched_1']);
  });

  test('can be released twice; a schedule that cannot be released throws the refusal', async () => {
    const release = { 'POST /v1/subscription_schedules/sub_sched_1/release': errorAnswer(400, {}) };
    const found = (status: string) => ({
      ...release,
      'GET /v1/subscription_schedules/sub_sched_1': fixture.schedule({ status }),
    });
    await postsOf(found('released'), (provider) => provider.releaseSchedule('k', 'sub_sched_1'));
    await expect(
      postsOf(found('active'), (provider) => provider.releaseSchedule('k', 'sub_sched_1')),
    ).rejects.toBeInstanceOf(PaymentProviderRefused);
  });

  test('is released before a cancellation, which Stripe refuses beside a schedule', async () => {
    const existing = fixture.subscription({ schedule: 'sub_sched_1' });
    const posts = await postsOf({ 'GET /v1/subscriptions/sub_1': existing }, (provider) =>
      provider.cancelAtPeriodEnd('k', 'sub_1', true),
    );
    expect(posts.map(({ path, key }) => [path, key])).toEqual([
      ['/v1/subscription_schedules/sub_sched_1/release', 'k:release'],
      ['/v1/subscriptions/sub_1', 'k'],
    ]);
  });
});
