import { applyDueChanges, licenseLimit, repositoriesOf, type Customer } from './account-model.ts';
import { available, refundCredits, spend, startOf, type PoolName } from './model-pool.ts';

/** The reference model of scans and of the credits they consume, beside the model of the account. */

export interface ModelScan {
  slot: number;
  organization: number;
  repository: number;
  commit: number;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** The paths of the charged units of the scan. */
  units: string[];
  price: Record<PoolName, number>;
  periodStarts: Record<PoolName, string>;
  /** The period of each unit that was charged after another period had begun. */
  latePeriods: Record<string, Record<PoolName, string>>;
  createdAt: string;
  startedAt?: string;
  dueAt: string;
  dedupKey: string;
  /** The result of prepare, with which the workflow continues. */
  prepared?: { units: string[]; failure?: string };
}

/** The credits that the client organization has spent in a month, and the pools whose soft limit it has reached. */
type ClientMonth = Record<PoolName, number> & { notified: PoolName[] };

export interface BillingModel {
  customer: Customer;
  clientMonths: Record<string, ClientMonth>;
  /** The registered units by organization and repository. */
  known: string[][][];
  scans: Record<number, ModelScan>;
  /** The dedup rows, by request. */
  dedup: Record<string, ModelDedup>;
}

/** A request is a duplicate of the latest scan of its kind until then, if SAST is in both or in neither. */
interface ModelDedup {
  slot: number;
  sast: number;
  until: string;
}

export interface ScanRequest {
  organization: number;
  person: string;
  repository: number;
  commit: number;
  types: 'all' | 'sca' | 'sast' | 'both';
}

const forever = '9999-12-31T23:59:59.999Z';
const later = (now: string, minutes: number): string =>
  new Date(Date.parse(now) + minutes * 60_000).toISOString();
export const isActive = ({ status }: Pick<ModelScan, 'status'>): boolean =>
  status === 'queued' || status === 'running';

/** The result of the gates before the transaction. The other gates are conditions of the transaction. */
export interface PassedGates {
  units: string[];
  price: ModelScan['price'];
  periodStarts: ModelScan['periodStarts'];
  limit: number;
  budget: NonNullable<Customer['budget']>;
}

/** The gates before the transaction. @returns the code of the first one that refuses. */
export const passGates = (model: BillingModel, request: ScanRequest, now: string): PassedGates | string => {
  const { customer, known } = model;
  while (!applyDueChanges(customer, now));
  const { organization, repository, types } = request;
  if (repository >= repositoriesOf[customer.plan]) return 'entitlement_denied';
  if (Object.keys(customer.unpaid).length > 0) return 'payment_failed';
  if ((types === 'sast' || types === 'both') && !customer.addon) return 'sast_addon_required';
  const sast = types === 'sca' || (types === 'all' && !customer.addon) ? 0 : 1;
  const { core: coreOf, sast: sastOf } = customer.pools;
  return {
    units: (known[organization]?.[repository] ?? []).slice(0, 40),
    price: { core: types === 'sast' ? 0 : 1, sast },
    periodStarts: { core: startOf(coreOf), sast: startOf(sastOf) },
    limit: licenseLimit(customer),
    budget: customer.budget ?? {},
  };
};

const names = ['core', 'sast'] as const;

/** Units to charge, of a scan that was created then. */
interface Charged extends Pick<ModelScan, 'organization' | 'slot' | 'price' | 'createdAt'> {
  units: readonly string[];
  budget: NonNullable<Customer['budget']>;
}

const monthOf = (at: string): string => at.slice(0, 7);
const isClient = ({ organization }: Pick<ModelScan, 'organization'>): boolean => organization === 1;

/** Counts the units of a client organization. @returns false when its hard limit does not allow them. */
const countUnits = (model: BillingModel, { price, createdAt, units, budget }: Charged): boolean => {
  const month = monthOf(createdAt);
  const before = model.clientMonths[month] ?? { core: 0, sast: 0, notified: [] };
  const after = structuredClone(before);
  for (const pool of names) {
    const more = units.length * price[pool];
    after[pool] += more;
    const { soft = Infinity, hard = Infinity } = budget[pool] ?? {};
    if (more > 0 && after[pool] > hard) return false;
    if (more > 0 && after[pool] >= soft && !after.notified.includes(pool)) after.notified.push(pool);
  }
  if (units.length > 0) model.clientMonths[month] = after;
  return true;
};

/** Charges units to the budget and to both pools, or to none. @returns the code of the gate that refuses. */
const chargeUnits = (model: BillingModel, charged: Charged): string | undefined => {
  const { slot, units, price } = charged;
  const { pools } = model.customer;
  const isPaid = names.every((pool) => available(pools[pool]) >= units.length * price[pool]);
  const months = structuredClone(model.clientMonths);
  if (isClient(charged) && !countUnits(model, charged)) return 'budget_exhausted';
  if (!isPaid) {
    model.clientMonths = months;
    return 'insufficient_credits';
  }
  for (const pool of names)
    for (const path of units) if (price[pool] > 0) spend(pools[pool], `${slot}/${path}`, price[pool]);
  return undefined;
};

/** The transaction of a creation: dedup, then license, then credits, all or nothing. */
export const recordScan = (
  model: BillingModel,
  { request, slot, passed }: { request: ScanRequest; slot: number; passed: PassedGates },
  now: string,
): string => {
  const { customer, dedup, scans } = model;
  const { organization, repository, commit, types, person } = request;
  const { units, price, periodStarts, limit, budget } = passed;
  const dedupKey = JSON.stringify([organization, repository, commit, types]);
  const row = dedup[dedupKey];
  if (row && row.sast === price.sast && row.until > now) return 'found';
  const month = now.slice(0, 7);
  const licensed = customer.licensed[month] ?? [];
  const isNew = !licensed.includes(person);
  if (isNew && licensed.length > 0 && licensed.length >= limit) return 'seat_license_required';
  const refusal = chargeUnits(model, { organization, slot, price, createdAt: now, units, budget });
  if (refusal !== undefined) return refusal;
  if (isNew) customer.licensed[month] = [...licensed, person].toSorted();
  dedup[dedupKey] = { slot, sast: price.sast, until: forever };
  const times = { createdAt: now, dueAt: later(now, 2) };
  const source = { slot, organization, repository, commit };
  scans[slot] = {
    ...source,
    status: 'queued',
    units,
    price,
    periodStarts,
    latePeriods: {},
    ...times,
    dedupKey,
  };
  return 'created';
};

/** Refunds each unit to the period of its own debit, and to the month in which its scan was created. */
const refundUnits = (model: BillingModel, scan: ModelScan, paths: readonly string[]): void => {
  const month = isClient(scan) ? model.clientMonths[monthOf(scan.createdAt)] : undefined;
  for (const path of paths)
    for (const pool of names) {
      const amount = scan.price[pool];
      if (amount === 0) continue;
      const periodStart = (scan.latePeriods[path] ?? scan.periodStarts)[pool];
      refundCredits(model.customer.pools[pool], { id: `${scan.slot}/${path}`, amount, periodStart });
      if (month) month[pool] -= amount;
    }
};

const end = (
  model: BillingModel,
  { scan, status, kept }: { scan: ModelScan; status: ModelScan['status']; kept: readonly string[] },
  now: string,
): void => {
  scan.status = status;
  refundUnits(
    model,
    scan,
    scan.units.filter((path) => !kept.includes(path)),
  );
  const row = model.dedup[scan.dedupKey];
  if (row?.slot === scan.slot) row.until = status === 'completed' ? later(now, 24 * 60) : '';
};

/** Makes the units those of the commit: new units are charged, absent ones are refunded. */
const reconcileUnits = (
  model: BillingModel,
  { scan, found }: { scan: ModelScan; found: readonly string[] },
  now: string,
): string | undefined => {
  const added = found.filter((path) => !scan.units.includes(path));
  const { customer } = model;
  if (added.length > 0) {
    while (!applyDueChanges(customer, now));
    if (Object.keys(customer.unpaid).length > 0) return 'payment_failed';
    if (scan.price.sast > 0 && !customer.addon) return 'sast_addon_required';
  }
  const { budget = {} } = customer;
  if (added.length > 0 && chargeUnits(model, { ...scan, units: added, budget }) !== undefined)
    return 'insufficient_credits';
  const periods = { core: startOf(customer.pools.core), sast: startOf(customer.pools.sast) };
  const isLater = names.some((pool) => periods[pool] !== scan.periodStarts[pool]);
  for (const path of added) if (isLater) scan.latePeriods[path] = periods;
  refundUnits(
    model,
    scan,
    scan.units.filter((path) => !found.includes(path)),
  );
  scan.units = [...found];
  return undefined;
};

export const prepareScan = (
  model: BillingModel,
  { slot, found }: { slot: number; found: readonly string[] },
  now: string,
): string => {
  const scan = model.scans[slot];
  if (!scan) return 'nothing';
  if (!isActive(scan)) {
    scan.prepared = { units: [] };
    return 'prepared';
  }
  const known = model.known[scan.organization]?.[scan.repository] ?? [];
  known.splice(0, Infinity, ...[...new Set([...known, ...found])].toSorted());
  const failure = reconcileUnits(model, { scan, found }, now);
  if (failure === undefined) Object.assign(scan, { status: 'running', startedAt: scan.startedAt ?? now });
  scan.prepared = failure === undefined ? { units: [...found] } : { units: [], failure };
  return failure ?? 'prepared';
};

/** @param failing the index of the unit that fails; beyond the last unit none fails. */
export const finishScan = (
  model: BillingModel,
  { slot, failing }: { slot: number; failing: number },
  now: string,
): string => {
  const scan = model.scans[slot];
  if (!scan) return 'nothing';
  if (!isActive(scan)) return scan.status;
  const { units, failure }: NonNullable<ModelScan['prepared']> = scan.prepared ?? {
    units: [],
    failure: 'lost',
  };
  const completed = units.filter((path, index) => index !== failing && scan.units.includes(path));
  const kept = failure === undefined ? completed : [];
  const status = kept.length === scan.units.length && failure === undefined ? 'completed' : 'failed';
  end(model, { scan, status, kept }, now);
  return scan.status;
};

export const stopScan = (
  model: BillingModel,
  { slot, status }: { slot: number; status: 'cancelled' | 'failed' },
  now: string,
): string => {
  const scan = model.scans[slot];
  if (!scan) return 'nothing';
  if (isActive(scan)) end(model, { scan, status, kept: [] }, now);
  return scan.status;
};

/** The sweep: a lost scan fails, and one that was not started is started. */
export const sweepScans = (model: BillingModel, now: string): string => {
  for (const scan of Object.values(model.scans)) {
    if (!isActive(scan) || scan.dueAt > now) continue;
    const givenUpAt = later(scan.startedAt ?? scan.createdAt, 50);
    if (now >= givenUpAt) end(model, { scan, status: 'failed', kept: [] }, now);
    else scan.dueAt = scan.status === 'running' ? givenUpAt : later(now, 5);
  }
  return 'swept';
};
