import { planAt, requireSastAddon } from '../plans/entitlements.ts';
import { requireLicense, type Licenses } from '../licenses/claim-license.ts';
import { requireNoPaymentHold } from '../payments/payment-hold.ts';
import { insufficientCredits, isCharged } from '../credits/charge-scan.ts';
import type { BillingState } from '../accounts/billing-state.ts';
import { plans } from '../plans/plans.ts';
import type { Instant, Scan } from '../records.ts';
import { repositoryLimitReached } from '../repositories/repositories.ts';
import { poolNames, type PoolName } from '@scangate/engines/model/scan-type';

/** What the gates of billable work look at. */
export interface GateFacts {
  /** Of who pays, as of now. */
  billing: BillingState;
  licenses: Licenses;
  /** Whether the repository is one of those the plan has room for. */
  isRepositoryCovered: boolean;
  scan: Pick<Scan, 'scanTypes'>;
  /** What it costs. */
  total: Record<PoolName, number>;
  now: Instant;
}

type Gate = (facts: GateFacts) => void;

/** After a downgrade the oldest repositories stay, as many as the plan has (billing.md, "Parents and limits"). */
const repository: Gate = ({ billing, isRepositoryCovered, now }) => {
  if (isRepositoryCovered) return;
  const plan = planAt(billing.account, now);
  const limit = plans[plan].repositories;
  throw repositoryLimitReached(
    plan,
    `The plan ${plan} covers ${limit} of them, and this is not among the oldest.`,
  );
};

/** SAST asked for by name. In the full scope it is left out without the add-on. */
const sastAddon: Gate = ({ billing, scan, now }) => {
  if (scan.scanTypes.includes('sast')) requireSastAddon(billing.account, now);
};

/** A licence is for billable acts: who creates a scan that costs nothing needs none (billing.md, "Choices"). */
const license: Gate = ({ billing, licenses, total, now }) => {
  if (isCharged(total)) requireLicense(billing.account, licenses, now);
};

const credits: Gate = ({ billing, total }) => {
  for (const pool of poolNames) {
    const found = billing.pools[pool];
    if (found.available < total[pool]) throw insufficientCredits(pool, total[pool], found);
  }
};

/**
 * The gates of billable work in the order they are asked (api.md, "Errors"); dedup comes between the add-on and the
 * licence. Each throws its Problem. Licence and credits are decided for good by the transaction; here they are asked
 * of what was read.
 */
export const gates = {
  repository,
  payment_hold: ({ billing }) => requireNoPaymentHold(billing.account),
  sast_addon: sastAddon,
  license,
  credits,
} as const satisfies Record<string, Gate>;

export type GateName = keyof typeof gates;

/** Those that no transaction asks again. @throws Problem */
export const passGates = (facts: GateFacts): void => {
  gates.repository(facts);
  gates.payment_hold(facts);
  gates.sast_addon(facts);
};
