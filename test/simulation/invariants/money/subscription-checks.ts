import type { MemoryStore } from '#adapters/memory/store.ts';
import { plans } from '@scangate/domain/plans/plans';
import { priceNames, subscriptionOfPrice, type PriceName } from '@scangate/domain/plans/price-names';
import type { Account, LedgerEntry } from '@scangate/domain/records';
import type { InvoiceLine, StoredObjects } from '@scangate/emulator-stripe/store/stripe-objects';
import type { World } from '#test/simulation/start/world.ts';

type Invoice = StoredObjects['invoice'];

/** A period that Stripe was paid for. */
interface PaidPeriod {
  accountId: string;
  subscription: string;
  invoice: string;
  price: PriceName;
  quantity: number;
  startAt: string;
  endAt: string;
  paidAt: number;
  /** Whether it is the rest of a period, for a change within it. */
  isRest: boolean;
}

const instantOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

const isProrated = ({ parent }: InvoiceLine): boolean =>
  parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false;

/** The names of Stripe's prices by their ids. */
const pricesOf = ({ stripe }: World): ReadonlyMap<string, PriceName> =>
  new Map(
    stripe.objects('price').flatMap(({ id, lookup_key: name }) => {
      const known = priceNames.find((one) => one === name);
      return known === undefined ? [] : [[id, known]];
    }),
  );

const periodsOf = (invoice: Invoice, prices: ReadonlyMap<string, PriceName>): PaidPeriod[] => {
  const details = invoice.parent?.subscription_details;
  const accountId = details?.metadata?.['accountId'];
  if (invoice.status !== 'paid' || !details || accountId === undefined) return [];
  return invoice.lines.data.flatMap((line) => {
    const price = prices.get(line.pricing?.price_details?.price ?? '');
    if (price === undefined) return [];
    return [
      {
        accountId,
        subscription: details.subscription,
        invoice: invoice.id,
        price,
        quantity: line.quantity ?? 1,
        startAt: instantOf(line.period.start),
        endAt: instantOf(line.period.end),
        paidAt: (invoice.status_transitions.paid_at ?? invoice.created) * 1_000,
        isRest: isProrated(line),
      },
    ];
  });
};

const isOfPlan = ({ price }: Pick<PaidPeriod, 'price'>): boolean =>
  subscriptionOfPrice(price, 1) !== undefined;

const creditsOfFree = 100;

/** The credits that a plan includes for a month. */
const includedIn = ({ price, quantity }: PaidPeriod): number => {
  const sold = subscriptionOfPrice(price, quantity);
  const terms = sold && plans[sold.plan].coreCredits;
  if (terms === undefined || terms === 'agreed') return 0;
  return 'fixed' in terms ? terms.fixed : terms.perLicense * (sold?.licenses ?? 0);
};

/** Lists what differs between an account and what it paid for the plan that Stripe renews. */
const differencesOf = (account: Account, last: PaidPeriod, quantity: number): string[] => {
  const sold = subscriptionOfPrice(last.price, quantity);
  const facts = [
    ['renewedBy', account.renewedBy, 'invoice'],
    ['paidUntilAt', account.paidUntilAt, last.endAt],
    ['plan', account.plan, sold?.plan],
    ['interval', account.interval, sold?.interval],
    ['licenses', account.licenses, sold?.licenses],
  ] as const;
  return facts
    .filter(([, is, paid]) => is !== paid)
    .map(([field, is, paid]) => `${account.accountId} has ${field} ${is}, and paid for ${paid}`);
};

/** The newest of some periods. */
const latest = (periods: readonly PaidPeriod[]): PaidPeriod | undefined =>
  periods.toSorted((a, b) => (a.endAt < b.endAt ? 1 : -1))[0];

/** The records of the service, and the payments that they are compared with. */
interface Compared {
  accounts: ReadonlyMap<string, Account>;
  periods: readonly PaidPeriod[];
  entries: readonly LedgerEntry[];
  world: World;
  settledAt: number;
}

const refill = 'refill#';

/** Each whole period that was paid fills its pool once it begins. */
const notGranted = ({ periods, entries, settledAt }: Compared): string[] => {
  const filled = new Set(entries.map(({ accountId, pool, cause }) => `${accountId} ${pool} ${cause}`));
  return periods
    .filter(({ isRest, paidAt }) => !isRest && paidAt < settledAt)
    .filter((period) => {
      const pool = isOfPlan(period) ? 'core' : 'sast';
      return !filled.has(`${period.accountId} ${pool} ${refill}${period.startAt}`);
    })
    .map(({ accountId, invoice, price, startAt }) => {
      return `${accountId} paid ${invoice} for ${price} from ${startAt}, and its pool was not filled`;
    });
};

/** An organization that began on Free gets more than its credits only in a paid period. */
const notPaid = ({ periods, entries, world }: Compared): string[] => {
  const free = new Set(
    world.organizations.flatMap(({ organizationId, plan }) => (plan === 'Free' ? [organizationId] : [])),
  );
  const isPaid = ({ accountId, cause, amount }: LedgerEntry): boolean => {
    const at = cause.slice(refill.length);
    return periods.some(
      (period) =>
        period.accountId === accountId &&
        period.startAt <= at &&
        at < period.endAt &&
        includedIn(period) >= amount,
    );
  };
  return entries
    .filter(
      ({ pool, cause, amount }) => pool === 'core' && cause.startsWith(refill) && amount > creditsOfFree,
    )
    .filter((entry) => free.has(entry.accountId) && !isPaid(entry))
    .map(({ accountId, cause, amount }) => `${accountId} got ${amount} by ${cause}, which nobody paid`);
};

/** An account is on the plan that it pays for, and pays for the plan that it is on. */
const onOtherPlans = ({ accounts, periods, world, settledAt }: Compared): string[] => {
  const live = world.stripe
    .objects('subscription')
    .filter(({ status, metadata }) => /^(?:active|past_due)$/.test(status) && metadata['kind'] === 'plan');
  const differences = live.flatMap(({ id, metadata, status, items }) => {
    const account = accounts.get(metadata['accountId'] ?? '');
    const last = latest(periods.filter(({ subscription, isRest }) => subscription === id && !isRest));
    const isSettled = last && last.paidAt < settledAt && Date.parse(last.endAt) > world.scheduler.now;
    return account && isSettled && status === 'active'
      ? differencesOf(account, last, items.data[0]?.quantity ?? 1)
      : [];
  });
  const subscribed = new Set(live.map(({ metadata }) => metadata['accountId']));
  const without = [...accounts.values()]
    .filter(({ accountId, renewedBy }) => renewedBy === 'invoice' && !subscribed.has(accountId))
    .map(({ accountId, plan }) => `${accountId} is on ${plan}, and has no subscription`);
  return [...differences, ...without];
};

/**
 * Compares accounts with what they paid at Stripe for plans and add-ons.
 * @param settledAt Only what was paid before this instant has to be applied.
 */
export const subscriptionViolations = (world: World, store: MemoryStore, settledAt: number): string[] => {
  const prices = pricesOf(world);
  const accounts = new Map(store.all('account').map((account) => [account.accountId, account]));
  const periods = world.stripe
    .objects('invoice')
    .flatMap((invoice) => periodsOf(invoice, prices))
    .filter(({ accountId }) => accounts.has(accountId));
  // The books of an erased organization stay, without its account.
  const entries = store.all('ledgerEntry').filter(({ accountId }) => accounts.has(accountId));
  const compared = { accounts, periods, entries, world, settledAt };
  return [...notGranted(compared), ...notPaid(compared), ...onOtherPlans(compared)];
};
