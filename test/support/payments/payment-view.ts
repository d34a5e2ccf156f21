import type { MemoryStore } from '#adapters/memory/store.ts';
import type { PaymentWorld } from './payment-world.ts';

/** Matches the random ids of Stripe's objects. */
const randomIds =
  /\b(?:cus|sub|si|in|ii|il|pi|ch|re|dp|pm|cs|sub_sched|inpay|evt|di|seti|txn|req|bps|du|cs_test)_[A-Za-z0-9]{16,}/g;

/** Replaces random ids by numbers in the order of their appearance, counted from the start of `first`. */
const withNumberedIds = (text: string, first = ''): string => {
  const numbers = new Map<string, string>();
  const nameOf = (id: string): string => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    const name = `#${numbers.size + 1}`;
    numbers.set(id, name);
    return name;
  };
  first.replaceAll(randomIds, nameOf);
  return text.replaceAll(randomIds, nameOf);
};

const byJson = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Removes fields that depend on the order of events or on random ids. */
const omit = <T extends object>(items: T[], leave: readonly (keyof T)[]): object[] =>
  items.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => !leave.includes(name as keyof T))),
  );

const comparedTypes = ['customer', 'subscription', 'subscription_schedule', 'invoice', 'charge', 'refund'];

const objectsOf = ({ objects }: PaymentWorld, types?: readonly string[]): object[] =>
  [...objects.values()]
    .filter(({ type }) => !types || types.includes(type))
    .filter(({ type }) => type !== 'event' && type !== 'local.delivery')
    .map(({ type, id, value }) => (type === 'local.answer' ? { id } : (value as object)));

const recordsOf = (store: MemoryStore) => ({
  account: store.all('account'),
  pools: store.all('pool').toSorted(byJson),
  entries: store.all('ledgerEntry').toSorted(byJson),
  invoices: store.all('invoice').toSorted(byJson),
  mails: store.all('mail').toSorted(byJson),
  paymentAccount: store.all('paymentAccount'),
  recharges: store.all('recharge').toSorted(byJson),
});

/** Everything that the future of a world depends on: worlds with the same fingerprint behave the same. */
export const worldFingerprint = (world: PaymentWorld): string =>
  withNumberedIds(
    JSON.stringify([
      recordsOf(world.store),
      world.store.all('auditEvent').length,
      objectsOf(world),
      world.clock.now(),
    ]),
  );

/** Sorts each list, as only its content counts. */
const sorted = (lists: Record<string, object[]>): Record<string, object[]> =>
  Object.fromEntries(Object.entries(lists).map(([name, items]) => [name, items.toSorted(byJson)]));

/**
 * Returns what has to be the same in whatever order events are handled. Times and versions are left out.
 * @param includesFailures whether mails about failed payments count: none is sent for a failure that was resolved before
 * its event was handled.
 */
export const comparableView = (world: PaymentWorld, includesFailures = true): Record<string, object[]> => {
  const { account, pools, entries, invoices, mails, paymentAccount } = recordsOf(world.store);
  const atStripe = JSON.stringify(objectsOf(world, comparedTypes));
  const comparedMails = mails.filter(({ kind }) => includesFailures || kind !== 'payment_failed');
  const view = {
    account: omit(account, ['version']),
    pools: omit(pools, ['accountVersion', 'dueQueue']),
    entries: omit(entries, ['at']),
    invoices: omit(invoices, ['pdfUrl', 'number']),
    mails: comparedMails.map(({ kind, facts }) => ({ kind, facts: { ...facts, invoice: '' } })),
    paymentAccount: omit(paymentAccount, [
      'version',
      'changeRequestId',
      'dueAt',
      'dueQueue',
      'retriedPaymentMethodId',
      'raising',
    ]),
  };
  const text = withNumberedIds(JSON.stringify(view), atStripe).replaceAll(world.accountId, 'account');
  return sorted(JSON.parse(text) as typeof view);
};
