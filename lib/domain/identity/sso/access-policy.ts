import type { PlanName } from '@scangate/domain/plans/plan-names';
import { plans } from '@scangate/domain/plans/plans';
import type { AccessPolicy } from '@scangate/domain/records';

/**
 * Returns the access policy that is in force. Without the capability there is none: the end of a plan must not lock
 * people out (docs/adr/0071-organization-sso.md).
 */
export const accessPolicyInForce = (
  policy: AccessPolicy | undefined,
  plan: PlanName,
): AccessPolicy | undefined => (plans[plan].capabilities.includes('sso_full') ? policy : undefined);
