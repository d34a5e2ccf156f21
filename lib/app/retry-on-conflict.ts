import { Conflict } from '@scangate/domain/conflict';
import { Transient } from '@scangate/domain/problem';
import { currentBackoff } from '#ports/backoff.ts';

export interface RetryLimit {
  /** The total number of tries, including the first one. */
  tries: number;
  /** The upper bound of the delay before the second try; it doubles with each further one, up to `maxDelayMs`. */
  baseDelayMs: number;
  maxDelayMs: number;
  /** The message of the Transient error after the last try. */
  exhausted: string;
}

const limit = (tries: number, exhausted: string, maxDelayMs = 200): RetryLimit => ({
  tries,
  baseDelayMs: 10,
  maxDelayMs,
  exhausted,
});

/** The bounds of each use case. */
export const limits = {
  changeAccount: limit(30, 'the account keeps changing'),
  changePaymentAccount: limit(8, 'the payment account keeps changing'),
  applyCheckout: limit(8, 'the payment account keeps changing'),
  reconcileSubscription: limit(8, 'the payment account keeps changing'),
  recordPaymentRefunds: limit(4, 'the refunds are being recorded by others'),
  rechargePool: limit(8, 'the pool keeps changing'),
  recordDecline: limit(8, 'the recharge keeps changing'),
  grantRecharge: limit(8, 'the recharge keeps changing'),
  // Every change of an organization's tokens waits for the previous one.
  issueToken: limit(40, 'the tokens of the organization keep changing'),
  completeSignIn: limit(20, 'the sessions of the person keep changing'),
  changeSessions: limit(20, 'the sessions of the person keep changing'),
  // Fifty equal requests at once on a busy machine succeed; each further try takes 100 ms on average.
  createScan: limit(40, 'equal scans and licenses keep changing'),
  invite: limit(20, 'the invitations keep changing'),
  changeWaivers: limit(20, 'the waivers keep changing'),
  changeTrustRules: limit(20, 'the trust rules keep changing'),
  changeSubscribers: limit(20, 'the subscribers keep changing'),
  requestPack: limit(10, 'other packs are being requested'),
  // Each conflict is another quote or acceptance, or a pool that changed.
  historyScan: limit(40, 'the history scan keeps changing'),
  createLink: limit(40, 'other links to the pack are being made'),
  openLink: limit(20, 'the link is being opened by others'),
  changeBundles: limit(20, 'the bundles keep changing'),
  releaseBundle: limit(4, 'the advisories, or the bundle, keep changing'),
  judgeRelease: limit(10, 'the release keeps changing'),
  startDeviceLogin: limit(5, 'no user code is free'),
  decideDeviceLogin: limit(20, 'the login of the command line keeps changing'),
  grantDeviceToken: limit(20, 'the tokens of the organization keep changing'),
  exchangeToken: limit(20, 'other JWTs of the organization are being exchanged'),
  // Checks only conflict on the first one of a minute and on the last one.
  countSourceCheck: limit(10, 'the checks of the organization keep changing'),
  changeRepository: limit(10, 'the repository keeps changing'),
  // Each conflict is another result of the same commit or pull request.
  writeCheck: limit(10, 'what is written at the host keeps changing'),
  recheckWaits: limit(10, 'the scan keeps changing'),
  beginScan: limit(10, 'the scan keeps changing'),
  claimBase: limit(10, 'the base keeps changing'),
  chargeUnits: limit(10, 'the units keep changing'),
  registerUnits: limit(10, 'the units of the repository keep changing'),
  // Each conflict is a lease that expired, was closed or renewed.
  leases: limit(40, 'the leases of the pool keep changing'),
  attest: limit(4, 'the verdict is being signed by others'),
  // Each conflict is another judgment of the scan; their number is bounded.
  rejudge: limit(20, 'the judgments of the scan keep changing'),
  indexUnit: limit(10, 'the index of the unit keeps changing'),
  watch: limit(10, 'the position of the watch keeps changing'),
  // Each conflict is a unit charged or a pool refilled meanwhile, of which a scan has many.
  endScan: limit(210, 'the scan could not be ended now', 100),
  keepResult: limit(20, 'the kept results of the unit keep changing'),
  triageFinding: limit(4, 'the finding keeps changing'),
  trackDefaultBranch: limit(20, 'the followed commit keeps changing'),
  trackFindings: limit(20, 'the tracked findings keep changing'),
  completeRefunds: limit(210, 'the pools keep changing', 100),
  sealLedger: limit(8, 'the ledger is being sealed by others'),
  // Each conflict is another event of the organization, or a run of one of its subscribers that ended.
  fanOut: limit(40, 'the subscribers keep changing'),
  // Others replay a delivery, change the subscriber, or notify the same people.
  writeRun: limit(11, 'the subscriber keeps changing'),
} as const satisfies Record<string, RetryLimit>;

/** Full jitter: anything from zero up to the bound, so that writers that collided do not collide again. */
const delayBefore = (retry: number, { baseDelayMs, maxDelayMs }: RetryLimit, random: number): number =>
  random * Math.min(maxDelayMs, baseDelayMs * 2 ** (retry - 1));

/**
 * Runs load → decide → commit, and repeats it when the commit met a Conflict, that is, when a record changed after
 * it was loaded. Any other error ends it at once: a Problem is a response, anything else is a bug
 * (docs/adr/0023-conflicts-and-retries.md).
 * @param attempt loads everything on which it decides, each time it is called.
 * @throws Transient when the last try met a Conflict as well.
 */
export const retryOnConflict = async <T>(
  bounds: RetryLimit,
  attempt: (tryNumber: number) => Promise<T>,
): Promise<T> => {
  const { sleep, random } = currentBackoff();
  for (let tryNumber = 1; ; tryNumber++) {
    try {
      return await attempt(tryNumber);
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      if (tryNumber >= bounds.tries) throw new Transient(bounds.exhausted, { cause: error });
      await sleep(delayBefore(tryNumber, bounds, random()));
    }
  }
};
