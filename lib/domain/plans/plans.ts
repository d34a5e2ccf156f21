import { Problem } from '../problem.ts';
import type { Caller, PlanName } from '../identity/roles.ts';

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
  /** People who may use it in a calendar month. */
  licenses: number | 'bought' | 'agreed';
  /** Connected at a time; `null`: as many as there are. */
  repositories: number | null;
  /** The longest a payload may be kept; `null`: for ever. */
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
  Free: {
    capabilities: ['policy_basic'],
    coreCredits: { fixed: 100 },
    licenses: 3,
    repositories: 1,
    retentionDays: 30,
  },
  Starter: {
    capabilities: ['policy_basic', 'policy_standard', 'proof_export', 'pay_as_you_go'],
    coreCredits: { fixed: 800 },
    licenses: 10,
    repositories: 8,
    retentionDays: 90,
  },
  Team: {
    capabilities: [...team, 'pay_as_you_go'],
    coreCredits: { perLicense: 100 },
    licenses: 'bought',
    repositories: null,
    retentionDays: 365,
  },
  Regulated: {
    capabilities: [...team, 'sso_full'],
    coreCredits: 'agreed',
    licenses: 'agreed',
    repositories: null,
    retentionDays: null,
  },
};

/** What the retention preference is set to with a plan without a maximum (spec, "Limits"). */
const unlimitedRetentionDays = 365;

/** The preference that comes with a plan: its maximum. */
export const defaultRetentionDays = (plan: PlanName): number =>
  plans[plan].retentionDays ?? unlimitedRetentionDays;

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
