import { Problem } from '../problem.ts';
import type { Caller } from '../identity/caller.ts';
import type { PlanName } from './plan-names.ts';

/** The capabilities that a plan can include (docs/adr/0013-plans-and-capabilities.md). */
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
  /** The number of people who may use the service in a calendar month. */
  licenses: number | 'bought' | 'agreed';
  /** The number of repositories that may be connected at a time; `null` for no limit. */
  repositories: number | null;
  /** The longest retention of a payload; `null` for no limit. */
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

/** The default retention of a plan without a maximum. */
const unlimitedRetentionDays = 365;

/** The default retention of a plan: its maximum, if it has one. */
export const defaultRetentionDays = (plan: PlanName): number =>
  plans[plan].retentionDays ?? unlimitedRetentionDays;

/** The smallest number of licenses on Team. */
export const teamMinimumLicenses = 5;

/** The credits that the SAST add-on includes per period: 50, on Team per license. */
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

/** A console session is not API access and needs no `api` capability. @throws Problem entitlement_denied. */
export const requireApiAccess = (caller: Pick<Caller, 'plan' | 'tokenKind'>): void => {
  if (caller.tokenKind !== 'session') requireCapability(caller.plan, 'api');
};
