import { loadPaymentAccount } from '#app/payments/payment-account.ts';
import { loadAccount } from '#app/billing/load-account.ts';
import { nextReconcileStep } from '@scangate/domain/payments/next-reconcile-step';
import { differsFromProvider } from '@scangate/domain/payments/provider-differences';
import { applyDueChanges } from '@scangate/domain/accounts/time-driven-changes';
import type { Account } from '@scangate/domain/records';
import type { StoredObjects, ObjectType } from '@scangate/emulator-stripe/store/stripe-objects';
import { moneyRecords, violationsOf } from '../billing/money-invariants.ts';
import { poolOf } from '../billing/accounts.ts';
import type { PaymentWorld } from './payment-world.ts';

/** Reads the emulator's objects as they are, without the adapter and without our own rules. */
export const atStripe = <K extends ObjectType>({ objects }: PaymentWorld, kind: K): StoredObjects[K][] =>
  [...objects.values()].flatMap((one) =>
    one.type === kind && one.value ? [one.value as StoredObjects[K]] : [],
  );

type Invoice = StoredObjects['invoice'];
type Line = Invoice['lines']['data'][number];
type Sold = 'plan' | 'addon';

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

export const subscriptionOf = ({ parent }: Invoice): string | undefined =>
  parent?.subscription_details?.subscription as string | undefined;

export const liveSubscriptions = (world: PaymentWorld, kind: Sold): StoredObjects['subscription'][] =>
  atStripe(world, 'subscription').filter(
    ({ status, metadata }) =>
      metadata['kind'] === kind && ['active', 'past_due', 'unpaid'].includes(status as string),
  );

const isProration = ({ parent }: Line): boolean =>
  parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false;

const priceOf = (world: PaymentWorld, { pricing }: Line): string => {
  const id = pricing?.price_details?.price;
  return String(atStripe(world, 'price').find((price) => price.id === id)?.lookup_key);
};

interface Paid {
  price: string;
  quantity: number;
  startAt: string;
  endAt: string;
}

/** Returns the last whole period of a subscription that is paid. */
const lastPaid = (world: PaymentWorld, id: string): Paid | undefined =>
  atStripe(world, 'invoice')
    .filter((invoice) => subscriptionOf(invoice) === id && invoice.status === 'paid')
    .flatMap(({ lines }) => lines.data.filter((line) => !isProration(line)))
    .map((line) => ({
      price: priceOf(world, line),
      quantity: line.quantity ?? 1,
      startAt: isoOf(line.period.start),
      endAt: isoOf(line.period.end),
    }))
    .toSorted((a, b) => (a.endAt < b.endAt ? -1 : 1))
    .at(-1);

/** Returns the renewals that Stripe failed to collect. */
const unpaidRenewals = (world: PaymentWorld): string[] => {
  const ids = new Set(
    [...liveSubscriptions(world, 'plan'), ...liveSubscriptions(world, 'addon')].map(({ id }) => id),
  );
  return atStripe(world, 'invoice')
    .filter(
      (invoice) =>
        invoice.status === 'open' &&
        invoice.attempted &&
        ids.has(subscriptionOf(invoice) ?? '') &&
        invoice.billing_reason !== 'subscription_create' &&
        invoice.lines.data.some((line) => !isProration(line)),
    )
    .map(({ id }) => String(id))
    .toSorted();
};

const planOf = ({ plan, interval }: Pick<Account, 'plan' | 'interval'>): string =>
  `${plan.toLowerCase()}_${interval}`;

const planViolations = (world: PaymentWorld, account: Account): string[] => {
  const [plan, rival] = liveSubscriptions(world, 'plan');
  if (rival) return ['there are two live plans'];
  if (!plan) return account.renewedBy === 'invoice' ? [`${account.plan}, but nothing is subscribed to`] : [];
  const paid = lastPaid(world, plan.id);
  if (!paid) return ['a live plan was never paid'];
  const violations: string[] = [];
  const check = (what: string, is: unknown, should: unknown) => {
    if (is !== should) violations.push(`${what} is ${String(is)}, Stripe says ${String(should)}`);
  };
  check('plan', planOf(account), paid.price);
  check('paidUntilAt', account.paidUntilAt, paid.endAt);
  const [item] = plan.items.data;
  const isCurrent = item && isoOf(item.current_period_end) === paid.endAt;
  if (account.plan === 'Team' && isCurrent) check('licenses', account.licenses, item.quantity);
  // A plan that was to end and was paid nevertheless ends with the paid period.
  if (account.interval !== 'month' || account.endsAt !== undefined) return violations;
  const pool = poolOf(world.store, world.accountId);
  check('core period end', pool.periodEndAt, paid.endAt);
  // A payment that was reported after a later refill of Free starts after it and ends when it should.
  check('core period starts within it', pool.periodStartAt >= paid.startAt, true);
  return violations;
};

const addonViolations = (world: PaymentWorld, { sastAddon, plan }: Account): string[] => {
  const [addon, rival] = liveSubscriptions(world, 'addon');
  if (rival) return ['there are two live add-ons'];
  if (!addon) return sastAddon ? ['an add-on, but nothing is subscribed to'] : [];
  const paid = lastPaid(world, addon.id);
  // It has ended and its renewal is not collected yet: beside another plan it does not count any more.
  if (paid && paid.endAt <= world.now().toISOString() && !sastAddon) return [];
  const violations: string[] = [];
  if (sastAddon?.paidUntilAt !== paid?.endAt)
    violations.push(`the add-on is paid until ${paid?.endAt}, not ${sastAddon?.paidUntilAt}`);
  const size = plan === 'Starter' ? 'starter' : 'team';
  if (sastAddon && sastAddon.size !== size) violations.push(`the add-on is ${sastAddon.size} on ${plan}`);
  return violations;
};

const holdViolations = (world: PaymentWorld, { unpaidInvoices }: Account): string[] => {
  const held = unpaidInvoices.map(({ invoiceId }) => invoiceId).toSorted();
  const owed = unpaidRenewals(world);
  return JSON.stringify(held) === JSON.stringify(owed) ? [] : [`held for [${held}], owed is [${owed}]`];
};

/** Each payment has one grant, and each grant one payment. */
const grantViolations = (world: PaymentWorld): string[] => {
  const causes = world.store.all('ledgerEntry').map(({ cause }) => cause);
  const mine = (start: string) => causes.filter((cause) => cause.startsWith(start)).length;
  const packs = atStripe(world, 'checkout.session').filter(
    // Some need no payment, where the customer has a credit balance.
    ({ metadata, status, payment_status: paid }) =>
      metadata?.['pack'] && status === 'complete' && paid !== 'unpaid',
  );
  const paid = new Set(
    atStripe(world, 'invoice').flatMap(({ id, status }) => (status === 'paid' ? [String(id)] : [])),
  );
  const unpaidSeats = causes.filter((cause) => cause.startsWith('seats#') && !paid.has(cause.slice(6)));
  return [
    ...(mine('pack#') === packs.length ? [] : [`${packs.length} packs paid, ${mine('pack#')} granted`]),
    ...unpaidSeats.map((cause) => `${cause} was granted and is not paid`),
  ];
};

/** Whether a refund returns what was paid for while an organization was closing. */
const isReturn = ({ metadata }: Pick<StoredObjects['refund'], 'metadata'>): boolean =>
  metadata?.['refundKey']?.startsWith('return:') ?? false;

/** Returns what was paid for too late and is not returned whole, or is in force all the same. */
const returnViolations = (world: PaymentWorld): string[] => {
  const returned = atStripe(world, 'refund').filter(isReturn);
  const invoices = new Set(returned.map(({ metadata }) => metadata?.['refundKey']?.slice('return:'.length)));
  const live = [...liveSubscriptions(world, 'plan'), ...liveSubscriptions(world, 'addon')].map(
    ({ id }) => id,
  );
  return [
    ...(invoices.size === returned.length ? [] : ['a payment was returned twice']),
    ...atStripe(world, 'invoice').flatMap((invoice) => {
      if (!invoices.has(invoice.id)) return [];
      const amount = returned.find(
        ({ metadata }) => metadata?.['refundKey'] === `return:${invoice.id}`,
      )?.amount;
      return [
        ...(amount === invoice.amount_paid ? [] : [`${amount} of ${invoice.amount_paid} was returned`]),
        ...(live.includes(subscriptionOf(invoice) ?? '') ? [`${invoice.id} is returned and in force`] : []),
      ];
    }),
    ...world.store.all('paymentAccount').flatMap(({ returns = [] }) => returns),
  ];
};

/** Each refund at Stripe that an act asked for has taken credits, whose share of the price it is, and the reverse. */
const refundViolations = (world: PaymentWorld): string[] => {
  const entries = world.store.all('ledgerEntry');
  const owed = entries
    .filter(({ cause }) => cause.startsWith('adjust#refund#'))
    .map((entry) => ({ ...entry, payment: entry.cause.slice('adjust#refund#'.length) }))
    .filter(({ payment }) => !entries.some(({ cause }) => cause === `adjust#refund_refused#${payment}`))
    .map(({ payment, amount, invoiceId }) => {
      const granted = entries.find(({ cause }) => cause === payment)?.amount ?? 0;
      const invoice = atStripe(world, 'invoice').find(({ id }) => id === invoiceId);
      return Math.floor(((invoice?.amount_paid ?? 0) * -amount) / granted);
    });
  const paid = atStripe(world, 'refund')
    .filter(({ metadata }) => metadata?.['refundKey'] && !isReturn({ metadata }))
    .map(({ amount }) => amount);
  const left = world.store.all('paymentAccount').flatMap(({ packRefunds = [] }) => packRefunds);
  return [
    ...(JSON.stringify(owed.toSorted()) === JSON.stringify(paid.toSorted())
      ? []
      : [`refunds of [${owed}] are owed, [${paid}] were paid`]),
    ...left.map(({ refundId }) => `the refund ${refundId} is still owed`),
  ];
};

/** Stripe has the billing details that are stored. */
const detailsViolations = (world: PaymentWorld): string[] =>
  world.store.all('paymentAccount').flatMap(({ customerId, billingDetails, detailsChange }) => {
    if (!billingDetails) return [];
    const customer = atStripe(world, 'customer').find(({ id }) => id === customerId);
    const fields = customer?.invoice_settings.custom_fields ?? [];
    const has = [
      customer?.name,
      customer?.email,
      fields[0]?.value,
      ...atStripe(world, 'tax_id').map(({ value }) => value),
    ];
    const { name, email, poNumber, taxId } = billingDetails;
    const should = [name, email, poNumber, ...(taxId ? [taxId.value] : [])];
    return JSON.stringify(has) === JSON.stringify(should) && !detailsChange
      ? []
      : [`Stripe has the details ${JSON.stringify(has)} instead of ${JSON.stringify(should)}`];
  });

/** Finds a step that reconciliation would still take. */
export const pendingStepViolations = async (world: PaymentWorld): Promise<string[]> => {
  const { store, paymentProvider, accountId } = world;
  const at = world.now().toISOString();
  const row = await loadPaymentAccount(accountId, store);
  if (!row) return [];
  const { account } = applyDueChanges(await loadAccount(accountId, store), at).state;
  const [subscription, addon] = await Promise.all(
    [row.subscriptionId, row.addonSubscriptionId].map(async (id) => id && paymentProvider.subscription(id)),
  );
  const provider = { ...(subscription && { subscription }), ...(addon && { addon }) };
  if (row.endingAddons) return ['an add-on of an ended plan is still to be canceled'];
  const step = nextReconcileStep({ account, paymentAccount: row, provider }, at);
  if (step) return [`still to be done: ${JSON.stringify(step)}`];
  // Nobody paid for a renewal that was voided by hand, and Stripe counts its period all the same.
  const isVoided = atStripe(world, 'invoice').some(
    ({ status, billing_reason: reason }) =>
      reason === 'subscription_cycle' && (status === 'void' || status === 'uncollectible'),
  );
  return !isVoided && differsFromProvider(account, provider, at) ? ['the account differs from Stripe'] : [];
};

/** Finds every difference between an account and what Stripe says is paid, once no event is on its way. */
export const paymentViolations = async (world: PaymentWorld): Promise<string[]> => {
  const [account] = world.store.all('account');
  if (!account) return ['there is no account'];
  const now = applyDueChanges(await loadAccount(world.accountId, world.store), world.now().toISOString())
    .state.account;
  return [
    ...planViolations(world, now),
    ...addonViolations(world, now),
    ...holdViolations(world, now),
    ...grantViolations(world),
    ...refundViolations(world),
    ...detailsViolations(world),
    ...returnViolations(world),
    ...(await pendingStepViolations(world)),
    ...violationsOf(moneyRecords(world.store)),
  ];
};
