import * as fc from 'fast-check';
import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import type { ObjectChange } from '@scangate/emulator-stripe/store/journal';
import { createStripeEmulator } from '@scangate/emulator-stripe/create-stripe-emulator';
import { customerWith, monthly, openStripeWorkbench, type StripeWorkbench } from './workbench.ts';

/** After any sequence of actions the books are right. */

type Step = (stage: Stage) => Promise<unknown>;
interface Stage {
  bench: StripeWorkbench;
  client: Stripe;
  customer: string;
  subscription: string;
  prices: string[];
}

const openInvoices = async ({ client, customer }: Stage) =>
  (await client.invoices.list({ customer, status: 'open', limit: 100 })).data;

const item = async ({ client, subscription }: Stage) =>
  (await client.subscriptions.retrieve(subscription)).items.data[0] ?? expect.fail('no item');

const arrange = async ({ client, subscription, prices }: Stage, next: number): Promise<void> => {
  const schedule = await client.subscriptionSchedules.create({ from_subscription: subscription });
  const [phase] = schedule.phases;
  if (!phase) return;
  const items = phase.items.map(({ price, quantity }) => ({ price: price as string, quantity }));
  const interval = next % 2 === 1 ? 'year' : 'month';
  await client.subscriptionSchedules.update(schedule.id, {
    phases: [
      { start_date: phase.start_date, end_date: phase.end_date, items },
      { items: [{ price: prices[next] ?? '', quantity: 3 }], duration: { interval } },
    ],
  });
};

const release = async ({ client, subscription }: Stage): Promise<void> => {
  const { schedule } = await client.subscriptions.retrieve(subscription);
  if (schedule !== null) await client.subscriptionSchedules.release(schedule as string);
};

const sell = async ({ client, customer }: Stage, amount: number): Promise<void> => {
  const { id } = await client.invoices.create({ customer, discounts: '', auto_advance: amount % 2 === 0 });
  await client.invoiceItems.create({ customer, invoice: id, amount, currency: 'usd' });
  await client.invoices.pay(id);
};

const step: fc.Arbitrary<[name: string, step: Step]> = fc.oneof(
  fc
    .constantFrom(3599, 86_400, 13 * 86_400, 31 * 86_400)
    .map((seconds): [string, Step] => [`pass ${seconds}`, ({ bench }) => bench.pass(seconds)]),
  fc
    .constantFrom('ok', 'declined', 'authentication_required')
    .map((card): [string, Step] => [
      `card ${card}`,
      async ({ bench, customer }) => bench.stripe.control.setCard({ customer }, card),
    ]),
  fc
    .tuple(
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('always_invoice', 'create_prorations', 'none'),
      fc.constantFrom(
        'allow_incomplete',
        'pending_if_incomplete',
        'error_if_incomplete',
        'default_incomplete',
      ),
    )
    .map(([quantity, proration_behavior, payment_behavior]): [string, Step] => [
      `quantity ${quantity} ${proration_behavior} ${payment_behavior}`,
      async (stage) =>
        stage.client.subscriptions.update(stage.subscription, {
          items: [{ id: (await item(stage)).id, quantity }],
          proration_behavior,
          payment_behavior,
        }),
    ]),
  fc
    .boolean()
    .map((ends): [string, Step] => [
      `ends ${ends}`,
      ({ client, subscription }) => client.subscriptions.update(subscription, { cancel_at_period_end: ends }),
    ]),
  fc
    .constantFrom(0, 1, 2)
    .map((next): [string, Step] => [`arrange ${next}`, (stage) => arrange(stage, next)]),
  fc.constant<[string, Step]>(['release', release]),
  fc
    .integer({ min: 1, max: 9000 })
    .map((amount): [string, Step] => [`sell ${amount}`, (stage) => sell(stage, amount)]),
  fc.constant<[string, Step]>([
    'pay all',
    async (stage) => {
      for (const { id } of await openInvoices(stage)) await stage.client.invoices.pay(id);
    },
  ]),
  fc.constant<[string, Step]>([
    'void newest',
    async (stage) => {
      const [newest] = await openInvoices(stage);
      if (newest) await stage.client.invoices.voidInvoice(newest.id);
    },
  ]),
  fc.constant<[string, Step]>([
    'discount',
    ({ client, subscription }) =>
      client.subscriptions.update(subscription, { discounts: [{ coupon: 'THIRD' }] }),
  ]),
);

/** Acts and accepts a refusal by Stripe. */
const tryTo = async (stage: Stage, act: Step): Promise<void> => {
  try {
    await act(stage);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if ((error.statusCode ?? 500) >= 500) throw error;
  }
};

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const expectBooks = ({ bench, customer }: Stage): void => {
  const state = bench.stripe.control.state();
  const invoices = (state['invoice'] ?? []) as Stripe.Invoice[];
  const charges = (state['charge'] ?? []) as Stripe.Charge[];
  const paid = invoices.filter(({ status }) => status === 'paid');
  expect(sum(charges.filter((charge) => charge.paid).map(({ amount }) => amount))).toBe(
    sum(paid.map(({ amount_paid }) => amount_paid)),
  );
  const moved = invoices
    .filter(({ status }) => status !== 'draft' && status !== 'void')
    .map((invoice) => (invoice.ending_balance ?? 0) - invoice.starting_balance);
  const [holder] = (state['customer'] ?? []) as Stripe.Customer[];
  expect([holder?.id, holder?.balance]).toEqual([customer, sum(moved)]);
  for (const invoice of invoices) {
    const discounts = sum((invoice.total_discount_amounts ?? []).map(({ amount }) => amount));
    if (!invoice.lines.has_more) {
      expect(sum(invoice.lines.data.map(({ amount }) => amount)) - discounts).toBe(invoice.total);
    }
    const owed = invoice.total + invoice.starting_balance;
    if (invoice.status !== 'draft') expect(invoice.amount_due).toBe(owed >= 50 ? owed : 0);
  }
  const paidEvents = ((state['event'] ?? []) as Stripe.Event[]).filter(({ type }) => type === 'invoice.paid');
  expect(paidEvents.map(({ data }) => (data.object as Stripe.Invoice).id).toSorted()).toEqual(
    paid.map(({ id }) => id).toSorted(),
  );
};

const running = ['active', 'past_due', 'unpaid'];

const expectPeriods = ({ bench }: Stage): void => {
  const state = bench.stripe.control.state();
  const now = Math.floor(bench.clock.now() / 1000);
  for (const subscription of (state['subscription'] ?? []) as Stripe.Subscription[]) {
    const [held] = subscription.items.data;
    if (!held || !running.includes(subscription.status)) continue;
    expect(held.current_period_start).toBeLessThanOrEqual(now);
    expect(held.current_period_end).toBeGreaterThan(now);
  }
  const cycles = ((state['invoice'] ?? []) as Stripe.Invoice[])
    .filter(
      ({ billing_reason }) =>
        billing_reason === 'subscription_create' || billing_reason === 'subscription_cycle',
    )
    .flatMap(({ lines }) =>
      lines.data.filter((line) => !line.parent?.subscription_item_details?.proration).slice(0, 1),
    )
    .map(({ period }) => period);
  for (const [index, period] of cycles.slice(1).entries()) expect(period.start).toBe(cycles[index]?.end);
};

const openStage = async (changes: ObjectChange[]): Promise<Stage> => {
  const journal = { load: () => [], append: (more: readonly ObjectChange[]) => void changes.push(...more) };
  const bench = await openStripeWorkbench({ journal });
  const { client } = bench;
  await client.coupons.create({
    id: 'THIRD',
    percent_off: 33.3,
    duration: 'repeating',
    duration_in_months: 2,
  });
  const base = await monthly(client, 1234);
  const product = { product: base.product as string, product_data: undefined };
  const yearly = await monthly(client, 9999, { ...product, recurring: { interval: 'year' } });
  const other = await monthly(client, 777, product);
  const { id: customer } = await customerWith(bench);
  const { id } = await client.subscriptions.create({ customer, items: [{ price: base.id, quantity: 3 }] });
  return { bench, client, customer, subscription: id, prices: [base.id, yearly.id, other.id] };
};

/** The journal alone restores the same state. */
const expectJournal = ({ bench }: Stage, changes: ObjectChange[]): void => {
  const copy: ObjectChange[] = JSON.parse(JSON.stringify(changes)) as ObjectChange[];
  const again = createStripeEmulator({ clock: bench.clock, journal: { load: () => copy, append: () => {} } });
  expect(again.control.state()).toEqual(bench.stripe.control.state());
};

test('charges, invoices, balances, periods and events agree, and survive a restart', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const changes: ObjectChange[] = [];
      const stage = await openStage(changes);
      for (const [, act] of steps) {
        await tryTo(stage, act);
        expectBooks(stage);
        expectPeriods(stage);
      }
      await stage.bench.stripe.idle();
      expectJournal(stage, changes);
      await stage.bench.close();
    }),
    { numRuns: 40 },
  );
});
