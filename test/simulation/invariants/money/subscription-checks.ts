import type { MemoryStore } from '#adapters/memory/store.ts';
import { subscriptionOfPrice } from '@scangate/domain/plans/price-names';
import type { Account, LedgerEntry } from '@scangate/domain/records';
import type { World } from '#test/simulation/start/world.ts';
import { creditsOfAddon } from './addon-credits.ts';
import { licenseViolations } from './license-increases.ts';
import { creditsOfFree, includedIn, isOfPlan, paidPeriods, type PaidPeriod } from './paid-periods.ts';

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

/** Each whole period that was paid fills its pool once it begins, with the credits that were sold. */
const notGranted = ({ periods, entries, settledAt }: Compared): string[] => {
  const filled = new Map(
    entries.map(({ accountId, pool, cause, amount }) => [`${accountId} ${pool} ${cause}`, amount]),
  );
  return periods
    .filter(({ isRest, paidAt }) => !isRest && paidAt < settledAt)
    .flatMap((period) => {
      const { accountId, invoice, price, quantity, startAt } = period;
      const pool = isOfPlan(period) ? 'core' : 'sast';
      const amount = filled.get(`${accountId} ${pool} ${refill}${startAt}`);
      const paid = `${accountId} paid ${invoice} for ${quantity} ${price} from ${startAt}`;
      if (amount === undefined) return [`${paid}, and its pool was not filled`];
      const sold = pool === 'core' ? [includedIn(period)] : creditsOfAddon(period, periods);
      return sold.includes(amount)
        ? []
        : [`${paid}, and got ${amount} credits instead of ${sold.join(' or ')}`];
    });
};

const isRefill = ({ cause }: LedgerEntry): boolean => cause.startsWith(refill);

/**
 * An organization that began on Free gets more than its credits only in a paid period, and one that began without an
 * agreement about SAST gets any of those only in a paid period of an add-on.
 */
const notPaid = ({ periods, entries, world }: Compared): string[] => {
  const startedOn = new Map(world.organizations.map(({ organizationId, plan }) => [organizationId, plan]));
  const isPaid = ({ accountId, pool, cause, amount }: LedgerEntry): boolean => {
    const at = cause.slice(refill.length);
    return periods.some(
      (period) =>
        period.accountId === accountId &&
        period.startAt <= at &&
        at < period.endAt &&
        (pool === 'core'
          ? includedIn(period) >= amount
          : !isOfPlan(period) && creditsOfAddon(period, periods).includes(amount)),
    );
  };
  const isSold = ({ accountId, pool, amount }: LedgerEntry): boolean => {
    const plan = startedOn.get(accountId);
    return pool === 'core'
      ? plan === 'Free' && amount > creditsOfFree
      : plan === 'Free' || plan === 'Starter';
  };
  return entries
    .filter((entry) => isRefill(entry) && isSold(entry) && !isPaid(entry))
    .map(
      ({ accountId, pool, cause, amount }) =>
        `${accountId} got ${amount} of ${pool} by ${cause}, which nobody paid`,
    );
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
  const accounts = new Map(store.all('account').map((account) => [account.accountId, account]));
  const periods = paidPeriods(world).filter(({ accountId }) => accounts.has(accountId));
  // The books of an erased organization stay, without its account.
  const entries = store.all('ledgerEntry').filter(({ accountId }) => accounts.has(accountId));
  const compared = { accounts, periods, entries, world, settledAt };
  const increases = licenseViolations({ periods, entries, settledAt });
  return [...notGranted(compared), ...notPaid(compared), ...increases, ...onOtherPlans(compared)];
};
