import type { SubscriberKind } from '../events/event-records.ts';
import { capabilitiesOf, planAt } from '../plans/entitlements.ts';
import type { Capability } from '../plans/plans.ts';
import type { Account, Instant } from '../records.ts';

/** The capability that a kind needs; every plan has checks. */
const capabilityOf = (kind: SubscriberKind): Capability | undefined => {
  if (kind === 'checks') return undefined;
  return kind === 'webhook' ? 'webhooks' : 'issue_trackers';
};

/** Whether the plan in force includes a kind. Without an account nothing is included. */
export const isIncluded = (
  kind: SubscriberKind,
  account: Pick<Account, 'plan' | 'endsAt'> | undefined,
  now: Instant,
): boolean => {
  const capability = capabilityOf(kind);
  if (!capability) return true;
  return account !== undefined && capabilitiesOf(planAt(account, now)).includes(capability);
};
