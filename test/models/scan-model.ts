import {
  available,
  catchUp,
  giveBack,
  licenseLimit,
  repositoriesOf,
  spend,
  startOf,
} from './account-model.ts';
import type { Customer, PoolName } from './account-model.ts';

/** What becomes of scans and of the credits they take: the second telling, beside that of the account. */

export interface ModelScan {
  organization: number;
  repository: number;
  commit: number;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** Paths of what was charged and is still in the scan. */
  units: string[];
  price: Record<PoolName, number>;
  periodStarts: Record<PoolName, string>;
  createdAt: string;
  dueAt: string;
  dedupKey: string;
  /** What the workflow goes on with. */
  prepared?: { units: string[]; failure?: string };
}

export interface BillingModel {
  customer: Customer;
  /** Known units, by organization and repository. */
  known: string[][][];
  scans: Record<number, ModelScan>;
  /** Until when an equal scan answers for itself. */
  dedupUntil: Record<string, string>;
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

/** What a request was let through with; the rest is decided when it is written. */
export interface PassedGates {
  units: string[];
  price: ModelScan['price'];
  periodStarts: ModelScan['periodStarts'];
  limit: number;
}

/** The gates before the write. @returns the code of the one that is closed. */
export const passGates = (situation: BillingModel, wish: ScanRequest, now: string): PassedGates | string => {
  const { customer, known } = situation;
  while (!catchUp(customer, now));
  const { organization, repository, types } = wish;
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
  };
};

const names = ['core', 'sast'] as const;

/** Pays for units out of both pools, or not at all. */
const pay = ({ pools: purses }: Customer, units: number, price: ModelScan['price']): boolean => {
  if (names.some((pool) => available(purses[pool]) < units * price[pool])) return false;
  for (const pool of names) spend(purses[pool], units * price[pool]);
  return true;
};

/** Dedup, then licence, then credits; all or nothing. */
export const recordScan = (
  situation: BillingModel,
  wish: ScanRequest,
  slot: number,
  admitted: PassedGates,
  now: string,
): string => {
  const { customer, dedupUntil: taken, scans } = situation;
  const { organization, repository, commit, types, person } = wish;
  const { units, price, periodStarts: stamps, limit } = admitted;
  const equals = JSON.stringify([organization, repository, commit, types, price.sast]);
  if ((taken[equals] ?? '') > now) return 'found';
  const month = now.slice(0, 7);
  const licensed = customer.licensed[month] ?? [];
  const isNew = !licensed.includes(person);
  if (isNew && licensed.length > 0 && licensed.length >= limit) return 'seat_license_required';
  if (!pay(customer, units.length, price)) return 'insufficient_credits';
  if (isNew) customer.licensed[month] = [...licensed, person].toSorted();
  taken[equals] = forever;
  const times = { createdAt: now, dueAt: later(now, 2) };
  const place = { organization, repository, commit };
  scans[slot] = {
    ...place,
    status: 'queued',
    units,
    price,
    periodStarts: stamps,
    ...times,
    dedupKey: equals,
  };
  return 'created';
};

const giveUnitsBack = ({ customer }: BillingModel, scan: ModelScan, units: number): void => {
  for (const pool of names)
    if (scan.price[pool] > 0)
      giveBack(customer.pools[pool], units * scan.price[pool], scan.periodStarts[pool]);
};

const end = (
  situation: BillingModel,
  scan: ModelScan,
  status: ModelScan['status'],
  kept: number,
  now: string,
): void => {
  scan.status = status;
  giveUnitsBack(situation, scan, scan.units.length - kept);
  situation.dedupUntil[scan.dedupKey] = status === 'completed' ? later(now, 24 * 60) : '';
};

/** Makes the scan's units those of its commit: new ones are paid, absent ones given back. */
const settle = (
  situation: BillingModel,
  scan: ModelScan,
  found: readonly string[],
  now: string,
): string | undefined => {
  const added = found.filter((path) => !scan.units.includes(path));
  const { customer } = situation;
  if (added.length > 0) {
    while (!catchUp(customer, now));
    if (Object.keys(customer.unpaid).length > 0) return 'payment_failed';
    if (scan.price.sast > 0 && !customer.addon) return 'sast_addon_required';
  }
  for (const path of added) {
    if (!pay(customer, 1, scan.price)) return 'insufficient_credits';
    scan.units.push(path);
  }
  giveUnitsBack(situation, scan, scan.units.filter((path) => !found.includes(path)).length);
  scan.units = [...found];
  return undefined;
};

export const prepareScan = (
  situation: BillingModel,
  slot: number,
  found: readonly string[],
  now: string,
): string => {
  const scan = situation.scans[slot];
  if (!scan) return 'nothing';
  if (!isActive(scan)) {
    scan.prepared = { units: [] };
    return 'prepared';
  }
  scan.status = 'running';
  scan.dueAt = later(now, 50);
  const known = situation.known[scan.organization]?.[scan.repository] ?? [];
  known.splice(0, Infinity, ...[...new Set([...known, ...found])].toSorted());
  const failure = settle(situation, scan, found, now);
  scan.prepared = failure === undefined ? { units: [...found] } : { units: [], failure };
  return failure ?? 'prepared';
};

/** @param failing which of the units fails, none when there are not so many. */
export const finishScan = (situation: BillingModel, slot: number, failing: number, now: string): string => {
  const scan = situation.scans[slot];
  if (!scan) return 'nothing';
  if (!isActive(scan)) return scan.status;
  const { units, failure }: NonNullable<ModelScan['prepared']> = scan.prepared ?? {
    units: [],
    failure: 'lost',
  };
  const good = units.filter((path, index) => index !== failing && scan.units.includes(path));
  const kept = failure === undefined ? good.length : 0;
  end(
    situation,
    scan,
    kept === scan.units.length && failure === undefined ? 'completed' : 'failed',
    kept,
    now,
  );
  return scan.status;
};

export const stopScan = (
  situation: BillingModel,
  slot: number,
  as: 'cancelled' | 'failed',
  now: string,
): string => {
  const scan = situation.scans[slot];
  if (!scan) return 'nothing';
  if (isActive(scan)) end(situation, scan, as, 0, now);
  return scan.status;
};

/** What nobody looks after any more is given up; what was not started is started. */
export const sweepScans = (situation: BillingModel, now: string): string => {
  for (const scan of Object.values(situation.scans)) {
    if (!isActive(scan) || scan.dueAt > now) continue;
    if (scan.status === 'running' || now > later(scan.createdAt, 50)) end(situation, scan, 'failed', 0, now);
    else scan.dueAt = later(now, 5);
  }
  return 'swept';
};
