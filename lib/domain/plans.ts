import { Problem } from './problem.ts';
import type { Caller, PlanName } from './roles.ts';

/** Everything a plan can include besides numbers; the names of the source's plan table (spec, "Limits"). */
export const capabilities = [
  'policy_basic',
  'policy_standard',
  'policy_complete',
  'api',
  'webhooks',
  'issue_trackers',
  'bundles',
  'audit_log',
  'proof_export',
  'auditor_export',
  'pay_as_you_go',
  'sso_basic',
  'sso_full',
  'sla',
] as const;
export type Capability = (typeof capabilities)[number];

export interface PlanTerms {
  capabilities: readonly Capability[];
  /** Core credits of one period; `perLicense` on Team, `agreed` on Regulated. */
  coreCredits: { fixed: number } | { perLicense: number } | 'agreed';
  retentionDays: number | null;
}

const team: readonly Capability[] = [
  'policy_basic',
  'policy_standard',
  'policy_complete',
  'api',
  'webhooks',
  'issue_trackers',
  'bundles',
  'audit_log',
  'proof_export',
  'auditor_export',
  'sso_basic',
  'sla',
];

export const plans: Record<PlanName, PlanTerms> = {
  Free: { capabilities: ['policy_basic'], coreCredits: { fixed: 100 }, retentionDays: 30 },
  Starter: {
    capabilities: ['policy_basic', 'policy_standard', 'proof_export', 'pay_as_you_go'],
    coreCredits: { fixed: 800 },
    retentionDays: 90,
  },
  Team: { capabilities: [...team, 'pay_as_you_go'], coreCredits: { perLicense: 100 }, retentionDays: 365 },
  Regulated: { capabilities: [...team, 'sso_full'], coreCredits: 'agreed', retentionDays: null },
};

/** Team is sold from five licences a month on (spec, "Limits"). */
export const teamMinimumLicenses = 5;

/** What the SAST add-on includes: 50 credits, on Team per licence (spec, "SAST"). */
export const sastIncluded = (size: 'starter' | 'team', licenses: number): number =>
  size === 'team' ? 50 * licenses : 50;

/** @throws Problem entitlement_denied naming the capability. */
export const requireCapability = (plan: PlanName, capability: Capability): void => {
  if (plans[plan].capabilities.includes(capability)) return;
  throw new Problem('entitlement_denied', {
    detail: `The plan ${plan} does not include ${capability}.`,
    capability,
    plan,
  });
};

/** A console session is a person at work, not API access: it needs no `api` (api.md, 402). */
export const requireApiAccess = (caller: Pick<Caller, 'plan' | 'tokenKind'>): void => {
  if (caller.tokenKind !== 'session') requireCapability(caller.plan, 'api');
};
