import { calendarMonths, monthsOnGrid, monthsBy, plusMonths, plusMs } from './model-calendar.ts';

/**
 * What a customer of Scangate should have, told a second time and simply: two heaps of credits per pool, spent one
 * after the other. Shares no code with the rules it is compared with (billing.md). Plain data, changed in place.
 */

export type PoolName = 'core' | 'sast';
export const poolNames = ['core', 'sast'] as const;
export type Plan = 'Free' | 'Starter' | 'Team' | 'Regulated';

export interface ModelPool {
  /** The period is that many months after the anchor; one that was heard of late begins later. */
  anchor: string;
  months: number;
  late?: string;
  /** What is left of this period's credits, and of those bought. */
  included: number;
  bought: number;
  /** Bought credits spent in this period: what comes back goes there first. */
  owed: number;
  /** As it is shown: granted in this period, spent in it. */
  granted: number;
  spent: number;
  /** Highest number of licences paid for in this period. */
  licenses?: number;
}

/** Something that was charged without a scan around it, as a scan would remember it. */
export interface ScanCharge {
  scanId: string;
  units: number;
  prices: Partial<Record<PoolName, number>>;
  periodStarts: Record<PoolName, string>;
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
  /** Where yearly billing began, when that was later than the anchor. */
  yearFrom?: string;
  pending?: Terms & { at: string };
  agreed?: Partial<Record<PoolName, number>>;
  addon?: { size: 'starter' | 'team'; endsAt?: string; paidThrough?: string };
  /** Unpaid invoices, by id, with their latest failure. */
  unpaid: Record<string, string>;
  retention: number;
  pools: Record<PoolName, ModelPool>;
  /** Who has a licence, by month. */
  licensed: Record<string, string[]>;
  /** Payments that were granted, by pool and cause. */
  payments: string[];
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

export const startOf = ({ anchor, months, late }: ModelPool): string => late ?? plusMonths(anchor, months);
export const endOf = ({ anchor, months }: ModelPool): string => plusMonths(anchor, months + 1);
export const available = ({ included, bought }: ModelPool): number => included + bought;

/** Included credits first. */
export const spend = (purse: ModelPool, amount: number): void => {
  const fromBought = Math.max(0, amount - purse.included);
  purse.included -= amount - fromBought;
  purse.bought -= fromBought;
  purse.owed += fromBought;
  purse.spent += amount;
};

const giveIncluded = (purse: ModelPool, amount: number): void => {
  const toBought = Math.min(amount, purse.owed);
  purse.owed -= toBought;
  purse.bought += toBought;
  purse.included += amount - toBought;
};

/** @param stamp start of the period it was taken in, as the scan remembers it. */
export const giveBack = (purse: ModelPool, amount: number, stamp: string): void => {
  giveIncluded(purse, amount);
  if (stamp === startOf(purse)) purse.spent -= amount;
  else purse.granted += amount;
};

/** More licences in the middle of a period. */
export const grant = (purse: ModelPool, amount: number): void => {
  giveIncluded(purse, amount);
  purse.granted += amount;
};

export const buy = (purse: ModelPool, amount: number): void => void (purse.bought += amount);

/** Takes what is there, bought credits first. */
export const takeAway = (purse: ModelPool, amount: number): void => {
  const fromBought = Math.min(amount, purse.bought);
  const fromIncluded = Math.min(amount - fromBought, purse.included);
  purse.bought -= fromBought;
  purse.included -= fromIncluded;
  purse.granted -= fromIncluded;
};

const licensesOf = (customer: Terms): number => customer.licenses ?? 5;

export const allotment = (customer: Customer, pool: PoolName): number => {
  const agreed = customer.plan === 'Regulated' ? customer.agreed?.[pool] : undefined;
  if (pool === 'sast') {
    if (!customer.addon) return 0;
    return agreed ?? (customer.addon.size === 'team' ? 50 * licensesOf(customer) : 50);
  }
  if (customer.plan === 'Regulated') return agreed ?? 0;
  return { Free: 100, Starter: 800, Team: 100 * licensesOf(customer) }[customer.plan];
};

/** Licences of a month; without a number there are as many as people. */
export const licenseLimit = (customer: Terms): number => {
  if (customer.plan === 'Regulated') return customer.licenses ?? Infinity;
  return { Free: 3, Starter: 10, Team: licensesOf(customer) }[customer.plan];
};

const begin = (customer: Customer, pool: PoolName, anchor: string, months: number): void => {
  const included = allotment(customer, pool);
  const { bought } = customer.pools[pool];
  customer.pools[pool] = { anchor, months, included, granted: included, bought, owed: 0, spent: 0 };
};

const goOn = (customer: Customer, pool: PoolName): void => {
  const { anchor, months } = customer.pools[pool];
  begin(customer, pool, anchor, months + 1);
};

/** A new count from this instant. No two periods begin at once: heard of late, it begins in one of its later months. */
export const startOver = (customer: Customer, pool: PoolName, at: string): void => {
  const before = startOf(customer.pools[pool]);
  const start = at > before ? at : plusMs(before, 1);
  begin(customer, pool, at, monthsBy(at, start));
  if (start !== at) customer.pools[pool].late = start;
};

/** The period that begins at this instant: of the old count, if it is one of its months. */
export const renewAt = (customer: Customer, pool: PoolName, at: string): void => {
  const { anchor, months } = customer.pools[pool];
  const found = monthsOnGrid(anchor, at);
  if (found !== undefined && found > months) begin(customer, pool, anchor, found);
  else startOver(customer, pool, at);
};

/** As the till does with another billing period: from where it began, also where its first month was not paid. */
const countAnew = (customer: Customer, anchor: string, at: string): void => {
  const months = monthsOnGrid(anchor, at);
  if (months === undefined || at <= startOf(customer.pools.core)) startOver(customer, 'core', at);
  else begin(customer, 'core', anchor, months);
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
  const isOther = pending.interval !== customer.interval;
  if (isOther) customer.yearFrom = at;
  setTerms(customer, pending);
  if (isOther && customer.byInvoice) countAnew(customer, pending.at, at);
  else renewAt(customer, 'core', at);
};

export const endAddon = (customer: Customer, at: string): void => {
  if (!customer.addon) return;
  delete customer.addon;
  startOver(customer, 'sast', at);
};

export const endPlan = (customer: Customer, at: string): void => {
  const wasPaid = customer.plan !== 'Free';
  const hadSast = customer.addon !== undefined || customer.pools.sast.granted > 0;
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
  startOver(customer, 'core', at);
  if (hadSast) startOver(customer, 'sast', at);
};

const isPaidFor = (customer: Customer, pool: PoolName): boolean => {
  const paidThrough = pool === 'core' ? customer.paidThrough : customer.addon?.paidThrough;
  return !customer.byInvoice || paidThrough === undefined || paidThrough > endOf(customer.pools[pool]);
};

/** What is due by now, the earliest first; of what is due at once, ends and changes before refills. */
const dueBy = (customer: Customer, now: string): (() => void) | undefined => {
  const due: [at: string | undefined, what: () => void][] = [
    [customer.endsAt, () => endPlan(customer, customer.endsAt ?? '')],
    [customer.byInvoice ? undefined : customer.pending?.at, () => applyPending(customer)],
    [customer.addon?.endsAt, () => endAddon(customer, customer.addon?.endsAt ?? '')],
  ];
  for (const pool of poolNames) {
    const { granted, spent } = customer.pools[pool];
    const isIdle = pool === 'sast' && !customer.addon && granted === 0 && spent === 0;
    if (!isIdle && isPaidFor(customer, pool))
      due.push([endOf(customer.pools[pool]), () => goOn(customer, pool)]);
  }
  let [first, act]: [string, (() => void) | undefined] = [now, undefined];
  for (const [at, what] of due)
    if (at !== undefined && (at < first || (!act && at <= now))) [first, act] = [at, what];
  return act;
};

/** Lets time do its part. @returns whether that is all; 20 things are done at once. */
export const catchUp = (customer: Customer, now: string): boolean => {
  for (let step = 0; step < 20; step++) {
    const act = dueBy(customer, now);
    if (!act) return true;
    act();
  }
  return dueBy(customer, now) === undefined;
};

/** The end of the subscription's period that is under way. */
const nextOnGrid = ({ interval, pools: purses, yearFrom }: Customer, now: string): string => {
  const { anchor } = purses.core;
  if (interval === 'month') return plusMonths(anchor, monthsBy(anchor, now) + 1);
  const from = yearFrom === undefined ? 0 : calendarMonths(anchor, yearFrom);
  return plusMonths(anchor, monthsBy(anchor, now, from, 12) + 12);
};

/** When the subscription renews, or ends; where that waits to be paid, the time after. */
export const renewsAt = (customer: Customer, now: string): string => {
  const decided = customer.paidThrough ?? customer.endsAt;
  return decided !== undefined && decided > now ? decided : nextOnGrid(customer, now);
};

/** When the add-on's period under way ends. */
export const addonEndsAt = ({ addon, pools: { sast } }: Customer, now: string): string => {
  const decided = addon?.paidThrough ?? endOf(sast);
  return decided > now ? decided : plusMonths(sast.anchor, monthsBy(sast.anchor, now) + 1);
};

/** What is seen of a customer, as of what was written. */
export const observe = (customer: Customer) => {
  const { plan, interval, licenses, byInvoice, paidThrough, endsAt, pending, addon, retention } = customer;
  const unpaid = Object.entries(customer.unpaid).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const purse = (pool: PoolName) => {
    const { anchor, bought, granted, spent } = customer.pools[pool];
    const [from, to] = [startOf(customer.pools[pool]), endOf(customer.pools[pool])];
    return { available: available(customer.pools[pool]), bought, granted, spent, anchor, from, to };
  };
  const seen = {
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
  return { ...seen, core: purse('core'), sast: purse('sast') };
};
export type Observation = ReturnType<typeof observe>;
