import { defaultScanExecutions, executionsOfScan } from '@scangate/domain/scans/fairness/active-scans';

/** The concurrent executions that Lambda permits an account, once it was asked for as many as usual. */
export const usualQuota = 1_000;

/** Lambda keeps this many executions of an account free of reservations. */
const keptUnreserved = 100;

/** Executions for calls, and for scans that began within the last second and are not counted yet. */
const besideScans = 200;

/** The reservation for waiting by default: what scans and calls leave of the usual quota, two waits for each active scan. */
export const defaultWaiters = usualQuota - defaultScanExecutions - besideScans;

/**
 * Returns the reservation of the function that checks uploaded artifacts, which is also the most of it: checks cost nothing, so
 * that without a bound refused ones could take the executions of everything else. They are among those for calls. Where nothing is reserved for
 * waits, the account may be unable to reserve anything, and checks are unbounded.
 */
export const artifactChecksOf = ({
  waiterConcurrency,
}: Pick<WantedConcurrency, 'waiterConcurrency'>): number => Math.min(20, Math.floor(waiterConcurrency / 4));

/** The concurrent executions that an account may run, and those of them that are reserved. */
export interface AccountConcurrency {
  /** The quota of concurrent executions. */
  quota: number;
  /** The executions that no function of the account has reserved. */
  unreserved: number;
  /** The executions that the waiting function and the checks of artifacts have reserved by now; 0 without a deployment. */
  reservedByDeployment: number;
}

/** The settings of a deployment that ask something of its account. */
export interface WantedConcurrency {
  waiterConcurrency: number;
  activeScans: number;
}

const neededBy = ({ waiterConcurrency, activeScans }: WantedConcurrency): number =>
  waiterConcurrency + executionsOfScan * activeScans + besideScans;

/** One person tries the service with these in an account of any quota. */
const trial: WantedConcurrency = { activeScans: 1, waiterConcurrency: 0 };

/** The settings of a deployment that so many executions carry: as many for waits as for scans, and none above what is wanted. */
const fitting = (usable: number, wanted: WantedConcurrency): WantedConcurrency => {
  const shared = Math.max(0, usable - besideScans);
  const activeScans = Math.min(wanted.activeScans, Math.floor(shared / 2 / executionsOfScan));
  const left = shared - executionsOfScan * activeScans;
  return { activeScans, waiterConcurrency: Math.min(wanted.waiterConcurrency, left) };
};

/**
 * Explains why an account cannot run what a deployment with these settings needs, and what to do.
 * @returns undefined when it can.
 */
export const concurrencyProblem = (
  { quota, unreserved, reservedByDeployment }: AccountConcurrency,
  wanted: WantedConcurrency,
): string | undefined => {
  if (wanted.activeScans === trial.activeScans && wanted.waiterConcurrency === trial.waiterConcurrency)
    return undefined;
  const usable = unreserved + reservedByDeployment;
  const reserved = wanted.waiterConcurrency + artifactChecksOf(wanted);
  const isReservable = reserved <= Math.max(0, usable - keptUnreserved);
  if (isReservable && neededBy(wanted) <= usable) return undefined;
  const { activeScans, waiterConcurrency } = fitting(usable, wanted);
  const others = quota - usable;
  return [
    `The account runs ${quota} functions at once${others > 0 ? `, of which other functions reserve ${others}` : ''}.`,
    `The settings need ${neededBy(wanted)}: waiterConcurrency=${wanted.waiterConcurrency}, two for each of activeScans=${wanted.activeScans}, and ${besideScans} for calls, of which checks of artifacts reserve ${artifactChecksOf(wanted)}.`,
    'Request a quota of 1,000 or more under Service Quotas, Lambda, "Concurrent executions".',
    activeScans > 0
      ? `Until it is granted, deploy with -c activeScans=${activeScans} -c waiterConcurrency=${waiterConcurrency}.`
      : `It is the quota of a new account: nothing can be reserved, so that a few waits leave nothing for scans. With -c activeScans=${trial.activeScans} -c waiterConcurrency=${trial.waiterConcurrency} one person can try the service; let nobody else in.`,
  ].join('\n');
};
