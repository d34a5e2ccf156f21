import { poolNames, type PoolName } from '../credits/credit-pool.ts';
import { countClientUsage, requireBudget } from '../accounts/client-budget.ts';
import type { Change } from '../record-changes.ts';
import type { BillingState } from '../accounts/billing-state.ts';
import { chargeScan, insufficientCredits, type ChargedScan } from '../credits/charge-scan.ts';
import { isLeased } from '../credits/leases/pool-lease.ts';
import { isCharged } from '../credits/scan-price.ts';
import type { Caller } from '../identity/caller.ts';
import { claimLicense, monthOf, requireLicense, type Licenses } from '../licenses/claim-license.ts';
import { requireNoPaymentHold } from '../payments/payment-hold.ts';
import { Problem } from '../problem.ts';
import { planAt, requireSastAddon } from '../plans/entitlements.ts';
import { plans, requireCapability } from '../plans/plans.ts';
import type { ClientUsage, Instant, Scan, ScanUnit } from '../records.ts';
import { repositoryLimitReached } from '../repositories/repository-limit.ts';

/** The facts on which the gates decide when a scan is created or quoted. */
export interface BillingGateFacts {
  /** The paying account and its pools as of now. */
  billing: BillingState;
  licenses: Licenses;
  /** Whether the repository is one of those that the plan covers. */
  isRepositoryCovered: boolean;
  scan: Pick<Scan, 'scanTypes'>;
  /** Whether the scan was requested with a token, which needs the plan's API access; a console session does not. */
  usesApi: boolean;
  /** The amount that a client organization has spent this month. */
  client: { organizationId: string; usage: ClientUsage | undefined } | undefined;
  /** The price of the scan. */
  total: Record<PoolName, number>;
  now: Instant;
}

/** The facts on which the gates decide when the workflow charges units that the creation did not know. */
type LateBillingGateFacts = Pick<BillingGateFacts, 'billing' | 'scan' | 'usesApi' | 'now'>;

/** The plan admitted the request at its creation; if it is lost while the scan runs, it pays for no further unit. */
const checkPlan = ({ billing, usesApi, now }: LateBillingGateFacts): void => {
  if (usesApi) requireCapability(planAt(billing.account, now), 'api');
};

/** After a downgrade the plan only covers the oldest repositories (docs/adr/0013-plans-and-capabilities.md). */
const checkRepository = ({ billing, isRepositoryCovered, now }: BillingGateFacts): void => {
  if (isRepositoryCovered) return;
  const plan = planAt(billing.account, now);
  const limit = plans[plan].repositories;
  throw repositoryLimitReached(
    plan,
    `The plan ${plan} covers ${limit} of them, and this is not among the oldest.`,
  );
};

const checkPaymentHold = ({ billing }: LateBillingGateFacts): void => requireNoPaymentHold(billing.account);

/** Requires the add-on when SAST is among the scan types; the full scope leaves SAST out without it. */
const checkSastAddon = ({ billing, scan, now }: LateBillingGateFacts): void => {
  if (scan.scanTypes.includes('sast')) requireSastAddon(billing.account, now);
};

/** Only billable scans need a license: a scan that costs nothing passes without one. */
const checkLicense = ({ billing, licenses, total, now }: BillingGateFacts): void => {
  if (isCharged(total)) requireLicense(billing.account, licenses, now);
};

/** A client organization may spend as much of its parent's credits as its monthly budget allows. */
const checkBudget = ({ billing: { account }, client, total, now }: BillingGateFacts): void => {
  if (client) requireBudget({ account, ...client, total }, monthOf(now));
};

const checkCredits = ({ billing, total }: BillingGateFacts): void => {
  for (const pool of poolNames) {
    const found = billing.pools[pool];
    // Without its leases, the balance of a busy pool is unknown here: the transaction checks it.
    if (isLeased(found)) continue;
    if (found.available < total[pool]) throw insufficientCredits(pool, total[pool], found);
  }
};

/**
 * The way a gate decides: `checked` before the transaction on the loaded records, `committed` by the condition of a
 * change in the transaction, `skipped` not at all.
 */
type GateDecision = 'checked' | 'committed' | 'skipped';

interface GateRow {
  gate: string;
  /** Throws the gate's Problem. `dedup` has none: it responds with the equal scan instead of a refusal. */
  check?: (facts: BillingGateFacts) => void;
  /** At the creation of a scan. */
  creation: GateDecision;
  /** When the workflow charges units found later. */
  lateUnits: GateDecision;
}

/**
 * The gates of billable work, in the order of their refusals. Creation, quote and workflow read this one table
 * (docs/adr/0003-order-of-gates.md). A quote checks every gate.
 */
export const billingGates = [
  { gate: 'plan', check: checkPlan, creation: 'checked', lateUnits: 'checked' },
  { gate: 'repository', check: checkRepository, creation: 'checked', lateUnits: 'skipped' },
  { gate: 'payment_hold', check: checkPaymentHold, creation: 'checked', lateUnits: 'checked' },
  { gate: 'sast_addon', check: checkSastAddon, creation: 'checked', lateUnits: 'checked' },
  { gate: 'dedup', creation: 'committed', lateUnits: 'skipped' },
  { gate: 'license', check: checkLicense, creation: 'committed', lateUnits: 'skipped' },
  { gate: 'budget', check: checkBudget, creation: 'committed', lateUnits: 'committed' },
  { gate: 'credits', check: checkCredits, creation: 'committed', lateUnits: 'committed' },
] as const satisfies readonly GateRow[];

type OrderedBillingGate = (typeof billingGates)[number];
export type BillingGateName = OrderedBillingGate['gate'];
type CommittedGate = Extract<OrderedBillingGate, { creation: 'committed' }>['gate'];

export const billingGateNames: readonly BillingGateName[] = billingGates.map(({ gate }) => gate);

/**
 * Checks the gates that are not decided by the creating transaction.
 * @throws Problem of the first closed gate.
 */
export const passBillingGates = (facts: BillingGateFacts): void => {
  for (const row of billingGates) if (row.creation === 'checked') row.check(facts);
};

/**
 * Returns the problem of the first gate after dedup that the creating transaction would find closed, judging by the
 * loaded records, so that a refused request starts nothing.
 */
export const closedGate = (facts: BillingGateFacts): Problem | undefined => {
  try {
    for (const row of billingGates) if (row.creation === 'committed' && 'check' in row) row.check(facts);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

/**
 * Checks the gates that are checked again before units found later are charged.
 * @throws Problem
 */
export const passLateBillingGates = (facts: LateBillingGateFacts): void => {
  for (const row of billingGates) if (row.lateUnits === 'checked') row.check(facts);
};

/** The records that the gates change in a transaction. */
export type GateRecord =
  | 'license'
  | 'licenseMonth'
  | 'clientUsage'
  | 'account'
  | 'mail'
  | 'pool'
  | 'ledgerEntry';

/** Orders the changes of the gates that a transaction decides: the first refused change gives the response. */
export const inBillingGateOrder = <T>(changes: Record<CommittedGate, readonly T[]>): T[] =>
  billingGates.flatMap((row) => (row.creation === 'committed' ? changes[row.gate] : []));

/** Work that is paid for at its creation. */
interface PaidWork {
  caller: Caller;
  charged: ChargedScan;
  units: readonly ScanUnit[];
}

/** Plans the changes of the gates that the creating transaction decides, after those that find an equal scan. */
export const payThroughGates = <T>(
  dedup: readonly T[],
  { caller, charged, units }: PaidWork,
  { billing: { account, pools }, licenses, client, total, now }: BillingGateFacts,
): (T | Change<GateRecord>)[] =>
  inBillingGateOrder<T | Change<GateRecord>>({
    dedup,
    license: isCharged(total) ? claimLicense({ account, caller, licenses, scanId: charged.scanId }, now) : [],
    budget: client ? countClientUsage({ account, ...client, total }, monthOf(now), now) : [],
    credits: chargeScan(charged, { units, pools, isCreation: true }, now),
  });
