import type { MemoryStore } from '#adapters/memory/store.ts';
import type { PaymentWorld } from './payment-world.ts';

/** Names of Stripe's things, which are drawn by lot. */
const drawn =
  /\b(?:cus|sub|si|in|ii|il|pi|ch|re|dp|pm|cs|sub_sched|inpay|evt|di|seti|txn|req|bps|du|cs_test)_[A-Za-z0-9]{16,}/g;

/** The same text with drawn names numbered in the order in which they come, in `first` before it. */
const numbered = (text: string, first = ''): string => {
  const numbers = new Map<string, string>();
  const nameOf = (id: string): string => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    const name = `#${numbers.size + 1}`;
    numbers.set(id, name);
    return name;
  };
  first.replaceAll(drawn, nameOf);
  return text.replaceAll(drawn, nameOf);
};

const byJson = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Without what is told in another order, or made of drawn names. */
const pick = <T extends object>(items: T[], leave: readonly (keyof T)[]): object[] =>
  items.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => !leave.includes(name as keyof T))),
  );

const kindsAtStripe = ['customer', 'subscription', 'subscription_schedule', 'invoice', 'charge', 'refund'];

const thingsOf = ({ objects: things }: PaymentWorld, kinds?: readonly string[]): object[] =>
  [...things.values()]
    .filter(({ type: kind }) => !kinds || kinds.includes(kind))
    .filter(({ type: kind }) => kind !== 'event' && kind !== 'local.delivery')
    .map(({ type: kind, id, value: thing }) => (kind === 'local.answer' ? { id } : (thing as object)));

const recordsOf = (store: MemoryStore) => ({
  account: store.all('account'),
  pools: store.all('pool').toSorted(byJson),
  entries: store.all('ledgerEntry').toSorted(byJson),
  invoices: store.all('invoice').toSorted(byJson),
  mails: store.all('mail').toSorted(byJson),
  till: store.all('paymentAccount'),
  recharges: store.all('recharge').toSorted(byJson),
});

/** All that what happens next depends on: two worlds of one key have one future. */
export const worldFingerprint = (world: PaymentWorld): string =>
  numbered(
    JSON.stringify([
      recordsOf(world.store),
      world.store.all('auditEvent').length,
      thingsOf(world),
      world.clock.now(),
    ]),
  );

/** Lists in an order of their own: what is in them counts. */
const sorted = (lists: Record<string, object[]>): Record<string, object[]> =>
  Object.fromEntries(Object.entries(lists).map(([name, items]) => [name, items.toSorted(byJson)]));

/**
 * What is to be the same however somebody heard of it: not when, nor how often it was written.
 * @param tells whether mails about payments that failed count too: of one that was put right before anybody heard of it
 * nobody is told.
 */
export const comparableView = (world: PaymentWorld, tells = true): Record<string, object[]> => {
  const { account, pools, entries, invoices, mails, till } = recordsOf(world.store);
  const atStripe = JSON.stringify(thingsOf(world, kindsAtStripe));
  const told = mails.filter(({ kind }) => tells || kind !== 'payment_failed');
  const seen = {
    account: pick(account, ['version']),
    pools: pick(pools, ['accountVersion', 'dueQueue']),
    entries: pick(entries, ['at']),
    invoices: pick(invoices, ['pdfUrl', 'number']),
    mails: told.map(({ kind, facts }) => ({ kind, facts: { ...facts, invoice: '' } })),
    till: pick(till, ['version', 'changeRequestId', 'dueAt', 'dueQueue', 'retriedPaymentMethodId']),
  };
  const text = numbered(JSON.stringify(seen), atStripe).replaceAll(world.accountId, 'account');
  return sorted(JSON.parse(text) as typeof seen);
};
