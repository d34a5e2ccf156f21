import { requireSastAddon } from '../billing/entitlements.ts';
import { requireLicense, type Licenses } from '../billing/licenses.ts';
import { refuseOnHold } from '../billing/payment-hold.ts';
import { insufficient } from '../billing/charge-scan.ts';
import type { BillingState } from '../billing/state.ts';
import { plans } from '../plans.ts';
import { Problem } from '../problem.ts';
import type { Instant, Scan } from '../records.ts';
import type { PlanName } from '../roles.ts';
import { poolNames, type PoolName } from './scan-type.ts';

/** What the gates of billable work look at. */
export interface GateFacts {
  plan: PlanName;
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
const repository: Gate = ({ plan, isRepositoryCovered }) => {
  if (isRepositoryCovered) return;
  throw new Problem('entitlement_denied', {
    detail: `The plan ${plan} covers ${plans[plan].repositories} repositories, and this is not among the oldest ones.`,
    capability: 'repositories',
    plan,
  });
};

/** SAST asked for by name. In the full scope it is left out without the add-on. */
const sastAddon: Gate = ({ billing, scan, now }) => {
  if (scan.scanTypes.includes('sast')) requireSastAddon(billing.account, now);
};

const credits: Gate = ({ billing, total }) => {
  for (const pool of poolNames) {
    const found = billing.pools[pool];
    if (found.available < total[pool]) throw insufficient(pool, total[pool], found);
  }
};

/**
 * The gates of billable work in the order they are asked (api.md, "Errors"); dedup comes between the add-on and the
 * licence. Each throws its Problem. Licence and credits are decided for good by the transaction; here they are asked
 * of what was read.
 */
export const gates = {
  repository,
  payment_hold: ({ billing }) => refuseOnHold(billing.account),
  sast_addon: sastAddon,
  license: ({ billing, licenses, now }) => requireLicense(billing.account, licenses, now),
  credits,
} as const satisfies Record<string, Gate>;

export type GateName = keyof typeof gates;
export const gateNames = Object.keys(gates) as GateName[];

/** Those that no transaction asks again. @throws Problem */
export const passGates = (facts: GateFacts): void => {
  gates.repository(facts);
  gates.payment_hold(facts);
  gates.sast_addon(facts);
};
