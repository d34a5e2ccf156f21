import type { PlanName } from '@scangate/domain/plans/plan-names';
import { plans } from '@scangate/domain/plans/plans';
import type { AccessPolicy } from '@scangate/domain/records';

/**
 * The access policy as it is in force. Without the capability it is none: a plan that ends must not lock people out
 * (docs/adr/0071-organization-sso.md).
 */
export const accessPolicyInForce = (
  policy: AccessPolicy | undefined,
  plan: PlanName,
): AccessPolicy | undefined => (plans[plan].capabilities.includes('sso_full') ? policy : undefined);
