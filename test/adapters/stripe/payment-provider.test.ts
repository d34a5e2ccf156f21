import { describe, expect, test } from 'vitest';
import { stripePaymentProvider } from '#adapters/stripe/payment-provider.ts';
import { portalMetadata } from '#adapters/stripe/checkouts.ts';
import { priceNames } from '@scangate/domain/plans/prices';
import { Transient } from '@scangate/domain/problem';
import { CardDeclined, PaymentProviderRefused, type PaymentProvider } from '#ports/payment-provider.ts';
import * as fixture from './fixtures.ts';
import {
  listOf,
  errorAnswer,
  scriptedStripe,
  type ScriptedAnswer,
  type SentRequest,
} from './scripted-stripe.ts';

/** Every price that is sold, by an id made from its name. */
const sold = listOf(...priceNames.map((name) => fixture.price({ id: `price_of_${name}`, lookup_key: name })));
const returnUrl = 'https://console.example.com/billing?tab=plan';

const tilling = (script: Parameters<typeof scriptedStripe>[0], loses?: number) => {
  const portal = { id: 'bpc_1', metadata: { [portalMetadata.key]: portalMetadata.value } };
  const { stripe, seen, posts } = scriptedStripe(
    {
      'GET /v1/prices': sold,
      'GET /v1/prices/price_team': fixture.price(),
      'GET /v1/billing_portal/configurations': listOf<object>({ id: 'bpc_0', metadata: {} }, portal),
      ...script,
    },
    loses,
  );
  return { till: stripePaymentProvider(stripe, { returnUrl }), seen, posts };
};

/** Answers one after the other, the last of them for good. */
const inTurn = (...answers: (ScriptedAnswer | object | Error)[]) => {
  let turn = 0;
  return (): ScriptedAnswer | Error => {
    const answer = answers[Math.min(turn++, answers.length - 1)] ?? {};
    return answer instanceof Error || 'body' in answer
      ? (answer as ScriptedAnswer | Error)
      : { body: answer };
  };
};

const acme = { accountId: 'acme', customerId: 'cus_1' };
const declined = errorAnswer(402, {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'insufficient_funds',
});
const paid = fixture.invoice({ status: 'paid' });
const open = { ...fixture.invoice(), payments: listOf() };
const drafted = fixture.invoice({ status: 'draft', parent: null });
const unpaidChange = fixture.subscription({
  pending_update: { subscription_items: [fixture.item({ quantity: 12 })] } as never,
});
const declinedInvoice = {
  ...open,
  payments: listOf(
    fixture.paymentOf(
      fixture.intent({ last_payment_error: { type: 'card_error', decline_code: 'expired_card' } }),
    ),
  ),
};

/** Everything that a call can do, against a Stripe where all goes well. */
const happy = {
  'POST /v1/customers': fixture.customer(),
  'POST /v1/customers/cus_1': fixture.customer(),
  'POST /v1/checkout/sessions': fixture.session(),
  'POST /v1/checkout/sessions/cs_1/expire': fixture.session({ status: 'expired' }),
  'POST /v1/billing_portal/sessions': { url: 'https://billing.stripe.com/p/1' },
  'GET /v1/subscriptions/sub_1': fixture.subscription({ default_payment_method: 'pm_1' }),
  'POST /v1/subscriptions': fixture.subscription(),
  'POST /v1/subscriptions/sub_1': fixture.subscription(),
  'DELETE /v1/subscriptions/sub_1': fixture.subscription({ status: 'canceled' }),
  'POST /v1/subscription_schedules': fixture.schedule(),
  'GET /v1/subscription_schedules/sub_sched_1': fixture.schedule(),
  'POST /v1/subscription_schedules/sub_sched_1': fixture.schedule(),
  'POST /v1/subscription_schedules/sub_sched_1/release': fixture.schedule({ status: 'released' }),
  'GET /v1/invoices': ({ given }: SentRequest) => ({
    body: given['status'] === 'open' ? listOf(open) : listOf(),
  }),
  'GET /v1/invoices/in_1': open,
  'POST /v1/invoices': drafted,
  'POST /v1/invoiceitems': {},
  'POST /v1/invoices/in_1/finalize': open,
  'POST /v1/invoices/in_1/pay': paid,
  'POST /v1/invoices/in_1/void': fixture.invoice({ status: 'void' }),
};

const calls: Record<string, (till: PaymentProvider) => Promise<unknown>> = {
  createCustomer: (till) => till.createCustomer('k', { accountId: 'acme', name: 'Acme' }),
  openPlanCheckout: (till) =>
    till.openPlanCheckout('k', { ...acme, plan: 'Team', interval: 'month', licenses: 7 }),
  openPackCheckout: (till) => till.openPackCheckout('k', { ...acme, pack: 'core-100' }),
  expireCheckout: (till) => till.expireCheckout('k', 'cs_1'),
  openPortal: (till) => till.openPortal('k', 'cus_1'),
  scheduleNext: (till) => till.scheduleNext('k', 'sub_1', { price: 'starter_month', quantity: 1 }),
  releaseSchedule: (till) => till.releaseSchedule('k', 'sub_sched_1'),
  cancelAtPeriodEnd: (till) => till.cancelAtPeriodEnd('k', 'sub_1', true),
  cancelNow: (till) => till.cancelNow('k', 'sub_1'),
  raiseQuantity: (till) => till.raiseQuantity('k', 'sub_1', 12),
  setNextQuantity: (till) => till.setNextQuantity('k', 'sub_1', { price: 'sast_team_month', quantity: 6 }),
  startAddon: (till) => till.startAddon('k', { ...acme, price: 'sast_starter_month', quantity: 1 }),
  applyPromotion: (till) => till.applyPromotion('k', 'sub_1', 'promo_1'),
  adoptPaymentMethod: (till) => till.adoptPaymentMethod('k', 'cus_1', 'sub_1'),
  draftPackInvoice: (till) => till.draftPackInvoice('k', { ...acme, pack: 'core-500', attempt: 'a1' }),
  finalizeInvoice: (till) => till.finalizeInvoice('k', 'in_1'),
  payInvoice: (till) => till.payInvoice('k', 'in_1'),
  voidInvoice: (till) => till.voidInvoice('k', 'in_1'),
};

describe.each(Object.entries(calls))('%s', (_, call) => {
  test('carries keys made from its own, each once, and the same when it is repeated', async () => {
    const { till, posts } = tilling(happy);
    await call(till);
    const keys = posts().map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(key).toMatch(/^k(?::|$)/);
    expect(new Set(keys).size).toBe(keys.length);
    const again = tilling(happy);
    await call(again.till);
    expect(again.posts()).toEqual(posts());
  });

  test('says the same under the same key when an answer was lost and it is repeated', async () => {
    const whole = tilling(happy);
    await call(whole.till);
    for (let lost = 0; lost < whole.posts().length; lost++) {
      const cut = tilling(happy, lost);
      await call(cut.till).catch((error: unknown) => expect(error).toBeInstanceOf(Transient));
      expect(whole.posts()).toEqual(expect.arrayContaining(cut.posts()));
    }
  });
});

const sent = async (
  script: object,
  call: (till: PaymentProvider) => Promise<unknown>,
): Promise<SentRequest[]> => {
  const { till, posts } = tilling({ ...happy, ...script });
  await call(till);
  return posts();
};
const only = (seen: SentRequest[]): Record<string, string> => {
  expect(seen).toHaveLength(1);
  return seen[0]?.given ?? {};
};

describe('a checkout', () => {
  test('of a plan names the account everywhere, takes cards alone, and no codes but the given', async () => {
    const order = { ...acme, plan: 'Team', interval: 'year', licenses: 7, promotionId: 'promo_1' } as const;
    const given = only(await sent({}, (till) => till.openPlanCheckout('k', order)));
    expect(given).toMatchObject({
      mode: 'subscription',
      customer: 'cus_1',
      'line_items[0][price]': 'price_of_team_year',
      'line_items[0][quantity]': '7',
      'discounts[0][promotion_code]': 'promo_1',
      'metadata[accountId]': 'acme',
      'subscription_data[metadata][accountId]': 'acme',
      'allowed_payment_method_types[0]': 'card',
      success_url: 'https://console.example.com/billing?tab=plan&checkout=success',
      cancel_url: 'https://console.example.com/billing?tab=plan&checkout=cancelled',
    });
    expect(given).not.toHaveProperty('allow_promotion_codes');
  });

  test('of a pack has an invoice and takes no codes', async () => {
    const given = only(await sent({}, (till) => till.openPackCheckout('k', { ...acme, pack: 'sast-25' })));
    expect(given).toMatchObject({
      mode: 'payment',
      'line_items[0][price]': 'price_of_pack_sast-25',
      'metadata[pack]': 'sast-25',
      'invoice_creation[enabled]': 'true',
      'invoice_creation[invoice_data][metadata][accountId]': 'acme',
    });
    expect(Object.keys(given).filter((name) => /discount|promotion/.test(name))).toEqual([]);
  });

  test('that is expired already is expired; one that was paid is not', async () => {
    const expire = errorAnswer(400, {});
    const asked = (status: string) =>
      sent(
        {
          'POST /v1/checkout/sessions/cs_1/expire': expire,
          'GET /v1/checkout/sessions/cs_1': fixture.session({ status }),
        },
        (till) => till.expireCheckout('k', 'cs_1'),
      );
    await asked('expired');
    await expect(asked('complete')).rejects.toMatchObject({
      name: 'PaymentProviderRefused',
      code: 'checkout_complete',
    });
  });

  test('is refused in so many words where no price was set up, and works once it is', async () => {
    const { till } = tilling({ ...happy, 'GET /v1/prices': inTurn(listOf(), sold) });
    const buy = () => till.openPackCheckout('k', { ...acme, pack: 'core-100' });
    await expect(buy()).rejects.toMatchObject({ code: 'price_missing' });
    expect(await buy()).toMatchObject({ sessionId: 'cs_1' });
  });
});

test('the portal is the one that changes cards alone, or none', async () => {
  const given = only(await sent({}, (till) => till.openPortal('k', 'cus_1')));
  expect(given).toMatchObject({ customer: 'cus_1', configuration: 'bpc_1', return_url: returnUrl });
  const without = { 'GET /v1/billing_portal/configurations': listOf({ id: 'bpc_0', metadata: null }) };
  await expect(sent(without, (till) => till.openPortal('k', 'cus_1'))).rejects.toMatchObject({
    code: 'portal_missing',
  });
});

describe('what follows a period', () => {
  const next = { price: 'starter_month', quantity: 1 } as const;

  test('is arranged from its end on, without proration, keeping discounts as they are', async () => {
    const discounted = fixture.subscription({ discounts: ['di_1'] });
    const [, update] = await sent({ 'GET /v1/subscriptions/sub_1': discounted }, (till) =>
      till.scheduleNext('k', 'sub_1', next),
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

  test('by another interval begins a cycle of its own', async () => {
    const [, update] = await sent({}, (till) =>
      till.scheduleNext('k', 'sub_1', { price: 'team_year', quantity: 10 }),
    );
    expect(update?.given).toMatchObject({
      'phases[1][billing_cycle_anchor]': 'phase_start',
      'phases[1][duration][interval]': 'year',
    });
  });

  test('replaces what was arranged in one call', async () => {
    const existing = fixture.subscription({ schedule: fixture.schedule() });
    const posts = await sent({ 'GET /v1/subscriptions/sub_1': existing }, (till) =>
      till.scheduleNext('k', 'sub_1', next),
    );
    expect(posts.map(({ path }) => path)).toEqual(['/v1/subscription_schedules/sub_sched_1']);
  });

  test('is left alone when it is arranged so already', async () => {
    const items = fixture
      .phase()
      .items.map((one) => ({ ...one, price: 'price_of_starter_month', quantity: 1 }));
    const after = fixture.phase({ start_date: 1_775_001_600, items });
    const existing = fixture.subscription({
      schedule: fixture.schedule({ phases: [fixture.phase(), after] }),
    });
    const arranged = { 'GET /v1/subscriptions/sub_1': existing };
    expect(await sent(arranged, (till) => till.scheduleNext('k', 'sub_1', next))).toEqual([]);
  });

  test('is arranged anew where the answer of an old key is a schedule that was released', async () => {
    const released = fixture.schedule({ status: 'released' });
    const posts = await sent(
      { 'GET /v1/subscription_schedules/sub_sched_1': inTurn(released, fixture.schedule()) },
      (till) => till.scheduleNext('k', 'sub_1', next),
    );
    expect(posts.map(({ key }) => key)).toEqual(['k:create', 'k:create:sub_sched_1', 'k:phases:sub_sched_1']);
  });

  test('that is released already stays so; a schedule that cannot be released is told', async () => {
    const release = { 'POST /v1/subscription_schedules/sub_sched_1/release': errorAnswer(400, {}) };
    const found = (status: string) => ({
      ...release,
      'GET /v1/subscription_schedules/sub_sched_1': fixture.schedule({ status }),
    });
    await sent(found('released'), (till) => till.releaseSchedule('k', 'sub_sched_1'));
    await expect(
      sent(found('active'), (till) => till.releaseSchedule('k', 'sub_sched_1')),
    ).rejects.toBeInstanceOf(PaymentProviderRefused);
  });

  test('is released before the end is set: Stripe takes no end beside it', async () => {
    const existing = fixture.subscription({ schedule: 'sub_sched_1' });
    const posts = await sent({ 'GET /v1/subscriptions/sub_1': existing }, (till) =>
      till.cancelAtPeriodEnd('k', 'sub_1', true),
    );
    expect(posts.map(({ path, key }) => [path, key])).toEqual([
      ['/v1/subscription_schedules/sub_sched_1/release', 'k:release'],
      ['/v1/subscriptions/sub_1', 'k'],
    ]);
  });
});

describe('more licences', () => {
  const raise = (till: PaymentProvider) => till.raiseQuantity('k', 'sub_1', 12);

  test('are invoiced at once and in force once paid', async () => {
    const { till, posts } = tilling(happy);
    expect(await raise(till)).toEqual({ invoiceId: 'in_1' });
    expect(only(posts())).toEqual({
      'items[0][id]': 'si_1',
      'items[0][quantity]': '12',
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
  });

  test('that could not be paid are taken back with their invoice', async () => {
    const { till, posts } = tilling({
      ...happy,
      'POST /v1/subscriptions/sub_1': unpaidChange,
      'GET /v1/invoices/in_1': declinedInvoice,
    });
    await expect(raise(till)).rejects.toEqual(new CardDeclined('expired_card'));
    expect(posts().map(({ path, key }) => [path, key])).toEqual([
      ['/v1/subscriptions/sub_1', 'k'],
      ['/v1/invoices/in_1/void', 'k:void'],
    ]);
  });

  test('that were paid after all are in force, however late that is heard', async () => {
    const late = { ...happy, 'POST /v1/subscriptions/sub_1': unpaidChange };
    const before = tilling({ ...late, 'GET /v1/invoices/in_1': paid });
    expect(await raise(before.till)).toEqual({ invoiceId: 'in_1' });
    const meanwhile = tilling({
      ...late,
      'GET /v1/invoices/in_1': inTurn(open, open, paid),
      'POST /v1/invoices/in_1/void': errorAnswer(400, {}),
    });
    expect(await raise(meanwhile.till)).toEqual({ invoiceId: 'in_1' });
  });

  test('that were taken back stay declined when the call is repeated', async () => {
    const { till, posts } = tilling({
      ...happy,
      'POST /v1/subscriptions/sub_1': unpaidChange,
      'GET /v1/invoices/in_1': { ...declinedInvoice, status: 'void' },
    });
    await expect(raise(till)).rejects.toEqual(new CardDeclined('expired_card'));
    expect(posts()).toHaveLength(1);
  });
});

describe('a subscription', () => {
  test('gets its next quantity and size without an invoice', async () => {
    const given = only(
      await sent({}, (till) => till.setNextQuantity('k', 'sub_1', { price: 'sast_team_month', quantity: 6 })),
    );
    expect(given).toEqual({
      'items[0][id]': 'si_1',
      'items[0][price]': 'price_of_sast_team_month',
      'items[0][quantity]': '6',
      proration_behavior: 'none',
    });
  });

  test('of an add-on comes into being only with its payment', async () => {
    const start = (till: PaymentProvider) =>
      till.startAddon('k', { ...acme, price: 'sast_starter_month', quantity: 1 });
    const given = only(await sent({}, start));
    expect(given).toMatchObject({
      payment_behavior: 'error_if_incomplete',
      off_session: 'true',
      'metadata[accountId]': 'acme',
      'metadata[kind]': 'addon',
    });
    await expect(sent({ 'POST /v1/subscriptions': declined }, start)).rejects.toEqual(
      new CardDeclined('insufficient_funds'),
    );
  });

  test('that is ended leaves nothing to pay, also when it was over already', async () => {
    const over = {
      'DELETE /v1/subscriptions/sub_1': errorAnswer(404, { code: 'resource_missing', param: 'id' }),
    };
    const { till, seen } = tilling({ ...happy, ...over });
    await till.cancelNow('k', 'sub_1');
    const [cancel] = seen;
    expect(cancel).toMatchObject({ method: 'DELETE', given: { invoice_now: 'false', prorate: 'false' } });
    expect(seen.map(({ given }) => given['status']).filter(Boolean)).toEqual(['open', 'uncollectible']);
    expect(seen.filter(({ path }) => path.endsWith('/void'))[0]?.key).toBe('k:void:in_1');
  });

  test('gets a promotion once', async () => {
    const has = fixture.subscription({ discounts: [{ id: 'di_1', promotion_code: 'promo_1' } as never] });
    const apply = (till: PaymentProvider) => till.applyPromotion('k', 'sub_1', 'promo_1');
    expect(only(await sent({}, apply))).toEqual({ 'discounts[0][promotion_code]': 'promo_1' });
    expect(await sent({ 'GET /v1/subscriptions/sub_1': has }, apply)).toEqual([]);
  });

  test('passes a promotion on to what is arranged for it', async () => {
    const after = fixture.phase({ start_date: 1_775_001_600 });
    const schedule = fixture.schedule({ phases: [fixture.phase(), after] });
    const promoted = { id: 'di_2', promotion_code: 'promo_1' } as never;
    const script = {
      'GET /v1/subscriptions/sub_1': inTurn(
        fixture.subscription({ schedule }),
        fixture.subscription({ schedule, discounts: [promoted] }),
      ),
      'GET /v1/prices': listOf(fixture.price()),
    };
    const posts = await sent(script, (till) => till.applyPromotion('k', 'sub_1', 'promo_1'));
    expect(posts.map(({ key }) => key)).toEqual(['k', 'k:phases:sub_sched_1']);
    expect(posts[1]?.given).toMatchObject({ 'phases[1][discounts][0][discount]': 'di_2' });
  });

  test('gives its card to the customer, and only then lets go of it', async () => {
    const posts = await sent({}, (till) => till.adoptPaymentMethod('k', 'cus_1', 'sub_1'));
    expect(posts.map(({ path, given }) => [path, given])).toEqual([
      ['/v1/customers/cus_1', { 'invoice_settings[default_payment_method]': 'pm_1' }],
      ['/v1/subscriptions/sub_1', { default_payment_method: '' }],
    ]);
    const none = { 'GET /v1/subscriptions/sub_1': fixture.subscription() };
    expect(await sent(none, (till) => till.adoptPaymentMethod('k', 'cus_1', 'sub_1'))).toEqual([]);
  });
});

describe('a recharge', () => {
  test('is an invoice with the pack and nothing else, that Stripe leaves alone', async () => {
    const order = { ...acme, pack: 'core-500', attempt: 'a1' } as const;
    const [invoice, item] = await sent({}, (till) => till.draftPackInvoice('k', order));
    expect(invoice?.given).toEqual({
      customer: 'cus_1',
      currency: 'eur',
      auto_advance: 'false',
      collection_method: 'charge_automatically',
      pending_invoice_items_behavior: 'exclude',
      discounts: '',
      'metadata[accountId]': 'acme',
      'metadata[kind]': 'recharge',
      'metadata[pack]': 'core-500',
      'metadata[attempt]': 'a1',
    });
    expect(item?.given).toEqual({
      customer: 'cus_1',
      invoice: 'in_1',
      'pricing[price]': 'price_of_pack_core-500',
      quantity: '1',
      discountable: 'false',
    });
  });

  test('is finalized without being collected, once', async () => {
    const finalize = (till: PaymentProvider) => till.finalizeInvoice('k', 'in_1');
    expect(only(await sent({}, finalize))).toEqual({ auto_advance: 'false' });
    const refused = { 'POST /v1/invoices/in_1/finalize': errorAnswer(400, {}) };
    expect(await tilling({ ...happy, ...refused }).till.finalizeInvoice('k', 'in_1')).toMatchObject({
      status: 'open',
    });
    const stillDraft = { ...refused, 'GET /v1/invoices/in_1': drafted };
    await expect(sent(stillDraft, finalize)).rejects.toBeInstanceOf(PaymentProviderRefused);
  });
});

describe('paying', () => {
  const pay = (answer: object, after: object) =>
    tilling({
      'POST /v1/invoices/in_1/pay': answer,
      'GET /v1/invoices/in_1': after,
    }).till.payInvoice('k', 'in_1');
  const waiting = (status: string) => ({
    ...open,
    payments: listOf(fixture.paymentOf(fixture.intent({ status }))),
  });

  test('goes without anybody present', async () => {
    expect(only(await sent({}, (till) => till.payInvoice('k', 'in_1')))).toEqual({ off_session: 'true' });
  });

  test('what is paid is paid, whatever this attempt heard', async () => {
    expect(await pay(paid, paid)).toEqual({ outcome: 'paid' });
    expect(await pay(errorAnswer(400, {}), paid)).toEqual({ outcome: 'paid' });
    expect(await pay(declined, paid)).toEqual({ outcome: 'paid' });
    expect(await pay(errorAnswer(500, {}), paid)).toEqual({ outcome: 'paid' });
    expect(await pay(open, paid)).toEqual({ outcome: 'paid' });
  });

  test('is declined by the card, by its holder’s bank, and where there is no card', async () => {
    expect(await pay(declined, open)).toEqual({ outcome: 'declined', code: 'insufficient_funds' });
    expect(await pay(open, waiting('requires_action'))).toEqual({
      outcome: 'declined',
      code: 'authentication_required',
    });
    expect(await pay(errorAnswer(400, { code: 'resource_missing' }), open)).toEqual({
      outcome: 'declined',
      code: 'no_payment_method',
    });
  });

  test('that is under way is neither paid nor declined', async () => {
    await expect(pay(open, waiting('processing'))).rejects.toBeInstanceOf(Transient);
    await expect(pay(errorAnswer(500, {}), open)).rejects.toBeInstanceOf(Transient);
  });

  test('what is void is refused', async () => {
    const error = pay(errorAnswer(400, {}), fixture.invoice({ status: 'void' }));
    await expect(error).rejects.toBeInstanceOf(PaymentProviderRefused);
  });
});

describe('voiding', () => {
  const run = (script: object) => {
    const { till, seen } = tilling(script as never);
    return till.voidInvoice('k', 'in_1').then(() => seen.map(({ method }) => method));
  };

  test('what is void or gone stays so', async () => {
    expect(await run({ 'GET /v1/invoices/in_1': fixture.invoice({ status: 'void' }) })).toEqual(['GET']);
    const gone = errorAnswer(404, { code: 'resource_missing', param: 'invoice' });
    expect(await run({ 'GET /v1/invoices/in_1': gone })).toEqual(['GET']);
  });

  test('a draft of ours is deleted', async () => {
    const removed = { id: 'in_1', object: 'invoice', deleted: true };
    expect(await run({ 'GET /v1/invoices/in_1': drafted, 'DELETE /v1/invoices/in_1': removed })).toEqual([
      'GET',
      'DELETE',
    ]);
  });

  test('what is paid is refused', async () => {
    const refused = { 'GET /v1/invoices/in_1': paid, 'POST /v1/invoices/in_1/void': errorAnswer(400, {}) };
    await expect(run(refused)).rejects.toBeInstanceOf(PaymentProviderRefused);
  });

  test('that lost its answer and is asked again is done', async () => {
    const again = {
      'GET /v1/invoices/in_1': inTurn(open, fixture.invoice({ status: 'void' })),
      'POST /v1/invoices/in_1/void': errorAnswer(400, {}),
    };
    expect(await run(again)).toEqual(['GET', 'POST', 'GET']);
  });
});
