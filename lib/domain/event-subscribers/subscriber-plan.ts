import type { SubscriberKind } from '../events/event-records.ts';
import { capabilitiesOf, planAt } from '../plans/entitlements.ts';
import type { PlanName } from '../plans/plan-names.ts';
import type { Capability } from '../plans/plans.ts';
import type { Account, Instant } from '../records.ts';

/** The capability that a kind needs; every plan has checks. */
const capabilityOf = (kind: SubscriberKind): Capability | undefined => {
  if (kind === 'checks') return undefined;
  return kind === 'webhook' ? 'webhooks' : 'issue_trackers';
};

/** Whether a plan includes a kind. */
export const planIncludes = (plan: PlanName, kind: SubscriberKind): boolean => {
  const capability = capabilityOf(kind);
  return capability === undefined || capabilitiesOf(plan).includes(capability);
};

/** Whether the plan in force includes a kind. Without an account only checks are included. */
export const isIncluded = (
  kind: SubscriberKind,
  account: Pick<Account, 'plan' | 'endsAt'> | undefined,
  now: Instant,
): boolean =>
  account === undefined ? capabilityOf(kind) === undefined : planIncludes(planAt(account, now), kind);
