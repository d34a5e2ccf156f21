import { defaultScanExecutions } from '@scangate/domain/scans/fairness/active-scans';

/** The concurrent executions that Lambda permits an account, once it was asked for as many as usual. */
export const usualQuota = 1_000;

/** Lambda keeps this many executions of an account free of reservations. */
const keptUnreserved = 100;

/** Executions for calls, and for scans that began within the last second and are not counted yet. */
const besideScans = 200;

/** The reservation for waiting by default: what scans and calls leave of the usual quota, two waits for each active scan. */
export const defaultWaiters = usualQuota - defaultScanExecutions - besideScans;

/** The concurrent executions that an account may run, and those of them that are reserved. */
export interface AccountConcurrency {
  /** The quota of concurrent executions. */
  quota: number;
  /** The executions that no function of the account has reserved. */
  unreserved: number;
  /** The executions that the waiting function has reserved by now; 0 without a deployment. */
  reservedByWaiter: number;
}

/**
 * Explains why an account cannot reserve this many executions for waiting, and what to do.
 * @returns undefined when it can.
 */
export const reservationProblem = (
  { quota, unreserved, reservedByWaiter }: AccountConcurrency,
  wanted: number,
): string | undefined => {
  const most = Math.max(0, unreserved + reservedByWaiter - keptUnreserved);
  if (wanted <= most) return undefined;
  return [
    `The account runs ${quota} functions at once and can reserve ${most} for waiting; the setting waiterConcurrency is ${wanted}.`,
    'The deployment would fail. Request a quota of 1,000 under Service Quotas, Lambda, "Concurrent executions",',
    `or deploy with -c waiterConcurrency=${most} until it is granted.`,
  ].join('\n');
};
