export interface RetryLimit {
  /** The total number of tries, including the first one. */
  tries: number;
  /** The upper bound of the delay before the second try; it doubles with each further one, up to `maxDelayMs`. */
  baseDelayMs: number;
  maxDelayMs: number;
  /** The message of the Transient error after the last try. */
  exhausted: string;
}

/** Calls are marked as pure, so that each bundle has the limits of its own use cases only. */
const limit = /* @__NO_SIDE_EFFECTS__ */ (
  tries: number,
  exhausted: string,
  maxDelayMs = 200,
): RetryLimit => ({
  tries,
  baseDelayMs: 10,
  maxDelayMs,
  exhausted,
});

export const changeAccount = limit(30, 'the account keeps changing');
export const changePaymentAccount = limit(8, 'the payment account keeps changing');
export const applyCheckout = limit(8, 'the payment account keeps changing');
export const reconcileSubscription = limit(8, 'the payment account keeps changing');
export const recordPaymentRefunds = limit(4, 'the refunds are being recorded by others');
export const rechargePool = limit(8, 'the pool keeps changing');
export const recordDecline = limit(8, 'the recharge keeps changing');
export const grantRecharge = limit(8, 'the recharge keeps changing');
// Every change of an organization's tokens waits for the previous one.
export const issueToken = limit(40, 'the tokens of the organization keep changing');
export const completeSignIn = limit(20, 'the sessions of the person keep changing');
export const changeSessions = limit(20, 'the sessions of the person keep changing');
// Each conflict is an equal request or a license. Thirty in a row end in one scan (create-scan.concurrency.test.ts).
export const createScan = limit(40, 'equal scans and licenses keep changing');
export const forgetAgain = limit(20, 'the memberships of the person keep changing');
export const invite = limit(20, 'the invitations keep changing');
// Each conflict is another request of the directory.
export const changeDirectory = limit(20, 'the directory keeps changing the same people');
export const changeWaivers = limit(20, 'the waivers keep changing');
export const changeTrustRules = limit(20, 'the trust rules keep changing');
export const changeSubscribers = limit(20, 'the subscribers keep changing');
export const requestPack = limit(10, 'other packs are being requested');
// Each conflict is another quote or acceptance, or a pool that changed.
export const historyScan = limit(40, 'the history scan keeps changing');
export const createLink = limit(40, 'other links to the pack are being made');
export const openLink = limit(20, 'the link is being opened by others');
export const changeBundles = limit(20, 'the bundles keep changing');
export const releaseBundle = limit(4, 'the advisories, or the bundle, keep changing');
export const judgeRelease = limit(10, 'the release keeps changing');
export const startDeviceLogin = limit(5, 'no user code is free');
export const decideDeviceLogin = limit(20, 'the login of the command line keeps changing');
export const grantDeviceToken = limit(20, 'the tokens of the organization keep changing');
export const exchangeToken = limit(20, 'other JWTs of the organization are being exchanged');
// Checks only conflict on the first one of a minute and on the last one.
export const countSourceCheck = limit(10, 'the checks of the organization keep changing');
export const changeRepository = limit(10, 'the repository keeps changing');
// Each conflict is another result of the same commit or pull request.
export const writeCheck = limit(10, 'what is written at the host keeps changing');
export const recheckWaits = limit(10, 'the scan keeps changing');
export const beginScan = limit(10, 'the scan keeps changing');
export const claimBase = limit(10, 'the base keeps changing');
export const chargeUnits = limit(10, 'the units keep changing');
export const registerUnits = limit(10, 'the units of the repository keep changing');
// Each conflict is a lease that expired, was closed or renewed.
export const leases = limit(40, 'the leases of the pool keep changing');
// Each conflict is a debit between reading and raising the item.
export const advanceEpoch = limit(40, 'the pool is written all the time');
export const attest = limit(4, 'the verdict is being signed by others');
// Each conflict is another judgment of the scan; their number is bounded.
export const rejudge = limit(20, 'the judgments of the scan keep changing');
export const indexUnit = limit(10, 'the index of the unit keeps changing');
export const watch = limit(10, 'the position of the watch keeps changing');
// Each conflict is a unit charged or a pool refilled meanwhile, of which a scan has many.
export const endScan = limit(210, 'the scan could not be ended now', 100);
export const keepResult = limit(20, 'the kept results of the unit keep changing');
export const triageFinding = limit(4, 'the finding keeps changing');
export const trackDefaultBranch = limit(20, 'the followed commit keeps changing');
export const trackFindings = limit(20, 'the tracked findings keep changing');
export const completeRefunds = limit(210, 'the pools keep changing', 100);
export const sealLedger = limit(8, 'the ledger is being sealed by others');
// Each conflict is another event of the organization, or a run of one of its subscribers that ended.
export const fanOut = limit(40, 'the subscribers keep changing');
// Others replay a delivery, change the subscriber, or notify the same people.
export const writeRun = limit(11, 'the subscriber keeps changing');
