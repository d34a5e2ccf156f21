import type { ScanUnit } from '@scangate/domain/records';
import { nextPeriod, numbersOf, unspentBoughtIn, unspentPurchasedIn } from './credit-period.ts';
import { calendarMonths, wholeMonthsBetween, monthsUntil, plusMonths, plusMs } from './model-calendar.ts';
import { available, endOf, isUsed, poolNames, startOf, type ModelPool, type PoolName } from './model-pool.ts';

/**
 * The reference model of an account. It shares no code with the rules that it is compared with, and is plain data that is
 * changed in place.
 */

export type Plan = 'Free' | 'Starter' | 'Team' | 'Regulated';

/** A charge without a scan, with what the record of a scan would hold. */
export interface ScanCharge {
  scanId: string;
  units: number;
  prices: Partial<Record<PoolName, number>>;
  periodStarts: Record<PoolName, string>;
  /** The units as the rules stamped them, which a refund reads. */
  stamped?: ScanUnit[];
}

export interface Terms {
  plan: Plan;
  interval: 'month' | 'year';
  licenses?: number;
}

export interface Customer extends Terms {
  byInvoice: boolean;
  paidThrough?: string;
  endsAt?: string;
  /** When yearly billing began, if later than the anchor. */
  yearFrom?: string;
  pending?: Terms & { at: string };
  agreed?: Partial<Record<PoolName, number>>;
  addon?: { size: 'starter' | 'team'; endsAt?: string; paidThrough?: string };
  /** The latest failure of each unpaid invoice, by id. */
  unpaid: Record<string, string>;
  retention: number;
  pools: Record<PoolName, ModelPool>;
  /** The people with a license, by month. */
  licensed: Record<string, string[]>;
  /** The granted payments by pool and cause. */
  payments: string[];
  /** The packs that were bought, whose price can be refunded once. */
  packs: { cause: string; pool: PoolName; credits: number; refunded: boolean }[];
  /** The budget of the client organization. */
  budget?: Partial<Record<PoolName, { soft?: number; hard?: number }>>;
  scanCharges: ScanCharge[];
}

export const clone = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const retentions: Record<Plan, number> = { Free: 30, Starter: 90, Team: 365, Regulated: 365 };
export const repositoriesOf: Record<Plan, number> = {
  Free: 1,
  Starter: 8,
  Team: Infinity,
  Regulated: Infinity,
};

const licensesOf = (customer: Terms): number => customer.licenses ?? 5;

export const includedCredits = (customer: Customer, pool: PoolName): number => {
  const agreed = customer.plan === 'Regulated' ? customer.agreed?.[pool] : undefined;
  if (pool === 'sast') {
    if (!customer.addon) return 0;
    return agreed ?? (customer.addon.size === 'team' ? 50 * licensesOf(customer) : 50);
  }
  if (customer.plan === 'Regulated') return agreed ?? 0;
  return { Free: 100, Starter: 800, Team: 100 * licensesOf(customer) }[customer.plan];
};

/** The licenses of a month; without a number they are unlimited. */
export const licenseLimit = (customer: Terms): number => {
  if (customer.plan === 'Regulated') return customer.licenses ?? Infinity;
  return { Free: 3, Starter: 10, Team: licensesOf(customer) }[customer.plan];
};

const beginPeriod = (
  customer: Customer,
  pool: PoolName,
  { anchor, months }: Pick<ModelPool, 'anchor' | 'months'>,
): void => {
  const period = nextPeriod(customer.pools[pool], includedCredits(customer, pool));
  customer.pools[pool] = { anchor, months, ...period };
};

const refillNextPeriod = (customer: Customer, pool: PoolName): void => {
  const { anchor, months } = customer.pools[pool];
  beginPeriod(customer, pool, { anchor, months: months + 1 });
};

/** Restarts the periods at this instant. Applied late, the current one is a later month of the new anchor. */
export const restartPeriods = (customer: Customer, pool: PoolName, at: string): void => {
  const before = startOf(customer.pools[pool]);
  const start = at > before ? at : plusMs(before, 1);
  beginPeriod(customer, pool, { anchor: at, months: monthsUntil(at, start) });
  if (start !== at) customer.pools[pool].late = start;
};

/** Begins a period at this instant, with the old anchor if the instant is one of its months. */
export const renewAt = (customer: Customer, pool: PoolName, at: string): void => {
  const { anchor, months } = customer.pools[pool];
  const found = wholeMonthsBetween(anchor, at);
  if (found !== undefined && found > months) beginPeriod(customer, pool, { anchor, months: found });
  else restartPeriods(customer, pool, at);
};

/** Anchors another billing interval at its start, as the payment provider does, even when its first month is unpaid. */
const restartAnchor = (customer: Customer, anchor: string, at: string): void => {
  const months = wholeMonthsBetween(anchor, at);
  if (months === undefined || at <= startOf(customer.pools.core)) restartPeriods(customer, 'core', at);
  else beginPeriod(customer, 'core', { anchor, months });
};

export const setTerms = (customer: Customer, to: Terms): void => {
  if (to.plan !== customer.plan) {
    customer.retention = retentions[to.plan];
    delete customer.agreed;
  }
  customer.plan = to.plan;
  customer.interval = to.interval;
  if (to.licenses === undefined) delete customer.licenses;
  else customer.licenses = to.licenses;
  if (to.plan === 'Free') delete customer.addon;
  if (customer.addon) customer.addon.size = to.plan === 'Starter' ? 'starter' : 'team';
};

export const applyPending = (customer: Customer, at = customer.pending?.at ?? ''): void => {
  const { pending } = customer;
  if (!pending) return;
  delete customer.pending;
  const isOtherInterval = pending.interval !== customer.interval;
  if (isOtherInterval) customer.yearFrom = at;
  setTerms(customer, pending);
  if (isOtherInterval && customer.byInvoice) restartAnchor(customer, pending.at, at);
  else renewAt(customer, 'core', at);
};

export const endAddon = (customer: Customer, at: string): void => {
  if (!customer.addon) return;
  delete customer.addon;
  restartPeriods(customer, 'sast', at);
};

export const endPlan = (customer: Customer, at: string): void => {
  const wasPaid = customer.plan !== 'Free';
  const hadSast = customer.addon !== undefined || numbersOf(customer.pools.sast).included > 0;
  if (wasPaid) setTerms(customer, { plan: 'Free', interval: 'month' });
  for (const field of [
    'licenses',
    'paidThrough',
    'endsAt',
    'pending',
    'agreed',
    'addon',
    'yearFrom',
  ] as const)
    delete customer[field];
  Object.assign(customer, { byInvoice: false, unpaid: {} });
  if (!wasPaid) return;
  restartPeriods(customer, 'core', at);
  if (hadSast) restartPeriods(customer, 'sast', at);
};

const isPaidFor = (customer: Customer, pool: PoolName): boolean => {
  const paidThrough = pool === 'core' ? customer.paidThrough : customer.addon?.paidThrough;
  return !customer.byInvoice || paidThrough === undefined || paidThrough > endOf(customer.pools[pool]);
};

/** The change that is due first. At the same instant ends and changes come before refills. */
const firstDue = (customer: Customer, now: string): (() => void) | undefined => {
  const due: [at: string | undefined, what: () => void][] = [
    ...poolNames.map((name): [string | undefined, () => void] => {
      const [first] = numbersOf(customer.pools[name]).promotions;
      const expire = () => void customer.pools[name].events.push({ type: 'expiry', id: first?.id ?? '' });
      return [first?.expiresAt, expire];
    }),
    [customer.endsAt, () => endPlan(customer, customer.endsAt ?? '')],
    [customer.byInvoice ? undefined : customer.pending?.at, () => applyPending(customer)],
    [customer.addon?.endsAt, () => endAddon(customer, customer.addon?.endsAt ?? '')],
  ];
  for (const pool of poolNames) {
    const isIdle = pool === 'sast' && !customer.addon && !isUsed(customer.pools[pool]);
    if (!isIdle && isPaidFor(customer, pool))
      due.push([endOf(customer.pools[pool]), () => refillNextPeriod(customer, pool)]);
  }
  let [first, act]: [string, (() => void) | undefined] = [now, undefined];
  for (const [at, what] of due)
    if (at !== undefined && (at < first || (!act && at <= now))) [first, act] = [at, what];
  return act;
};

/** Applies due changes, at most 20 at once. @returns whether none is left. */
export const applyDueChanges = (customer: Customer, now: string): boolean => {
  for (let step = 0; step < 20; step++) {
    const act = firstDue(customer, now);
    if (!act) return true;
    act();
  }
  return firstDue(customer, now) === undefined;
};

/** The end of the current subscription period. */
const currentPeriodEnd = ({ interval, pools, yearFrom }: Customer, now: string): string => {
  const { anchor } = pools.core;
  if (interval === 'month') return plusMonths(anchor, monthsUntil(anchor, now) + 1);
  const from = yearFrom === undefined ? 0 : calendarMonths(anchor, yearFrom);
  return plusMonths(anchor, monthsUntil(anchor, now, { from, every: 12 }) + 12);
};

/** When the subscription renews or ends. For an unpaid renewal it is the next one. */
export const renewsAt = (customer: Customer, now: string): string => {
  const decided = customer.paidThrough ?? customer.endsAt;
  return decided !== undefined && decided > now ? decided : currentPeriodEnd(customer, now);
};

/** When the current period of the add-on ends. */
export const addonEndsAt = ({ addon, pools: { sast } }: Customer, now: string): string => {
  const decided = addon?.paidThrough ?? endOf(sast);
  return decided > now ? decided : plusMonths(sast.anchor, monthsUntil(sast.anchor, now) + 1);
};

/** The observable state of a customer. */
export const observe = (customer: Customer) => {
  const { plan, interval, licenses, byInvoice, paidThrough, endsAt, pending, addon, retention } = customer;
  const unpaid = Object.entries(customer.unpaid).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const poolView = (pool: PoolName) => {
    const period = customer.pools[pool];
    const { included: granted, consumed: spent, promotions } = numbersOf(period);
    return {
      available: available(period),
      purchased: unspentPurchasedIn(period),
      bought: unspentBoughtIn(period),
      promotions: promotions.map(({ id, amount }): [string, number] => [id, amount]),
      granted,
      spent,
      anchor: period.anchor,
      from: startOf(period),
      to: endOf(period),
    };
  };
  const view = {
    plan,
    interval,
    licenses,
    byInvoice,
    paidThrough,
    endsAt,
    pending,
    addon,
    retention,
    unpaid,
  };
  return { ...view, core: poolView('core'), sast: poolView('sast') };
};
export type Observation = ReturnType<typeof observe>;
