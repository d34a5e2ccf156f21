import type { PlanName } from '../../plans/plan-names.ts';
import { plans } from '../../plans/plans.ts';
import type { AccessPolicy } from '../../records.ts';

/**
 * The access policy as it is in force. Without the capability it is none: a plan that ends must not lock people out
 * (docs/adr/0071-organization-sso.md).
 */
export const accessPolicyInForce = (
  policy: AccessPolicy | undefined,
  plan: PlanName,
): AccessPolicy | undefined => (plans[plan].capabilities.includes('sso_full') ? policy : undefined);
