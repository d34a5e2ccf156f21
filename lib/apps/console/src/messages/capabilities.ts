import type { Capability, Plan, Role } from '@scangate/console/session/session.ts';
import { defineMessages } from './define-messages.ts';
import { anyOf } from './format.ts';

interface LockWords {
  /** The subject of a sentence about it. */
  readonly name: string;
  /** Its use, as a sentence. */
  readonly gives: string;
  readonly plans: readonly Plan[];
}

const fromStarter = ['Starter', 'Team', 'Regulated'] as const;
const fromTeam = ['Team', 'Regulated'] as const;
const everyPlan = ['Free', 'Starter', 'Team', 'Regulated'] as const;

/** The lock texts. A capability without one does not compile. */
const locks = {
  policy_basic: {
    name: 'The basic policy',
    gives: 'A severity threshold for the verdict.',
    plans: everyPlan,
  },
  policy_standard: {
    name: 'The standard policy',
    gives: 'License rules, and which vulnerabilities to ignore.',
    plans: fromStarter,
  },
  policy_complete: {
    name: 'The complete policy',
    gives: 'Every setting of the policy, custom rules and four-eyes approval.',
    plans: fromTeam,
  },
  api: { name: 'The API', gives: 'Tokens, CI pipelines and the command line.', plans: fromTeam },
  webhooks: { name: 'Webhooks', gives: 'Signed events, delivered to your own URL.', plans: fromTeam },
  issue_trackers: {
    name: 'Issue trackers',
    gives: 'Findings as tickets that close once fixed.',
    plans: fromTeam,
  },
  bundles: { name: 'Bundles', gives: 'One verdict and one SBOM for several repositories.', plans: fromTeam },
  audit_log: {
    name: 'The audit log',
    gives: 'Who changed what, with values before and after.',
    plans: fromTeam,
  },
  proof_export: {
    name: 'Proofs',
    gives: 'A signed record of a scan for third parties.',
    plans: fromStarter,
  },
  auditor_export: { name: 'Auditor packs', gives: 'The evidence of a period in one file.', plans: fromTeam },
  pay_as_you_go: {
    name: 'Credit packs',
    gives: 'Packs and automatic recharge when credits run out.',
    plans: ['Starter', 'Team'],
  },
  sso_basic: { name: 'Single sign-on', gives: 'Your own OIDC issuer for your domain.', plans: fromTeam },
  sso_full: {
    name: 'SAML and provisioning',
    gives: 'SAML, SCIM, roles by group, enforced sign-on.',
    plans: ['Regulated'],
  },
  sla: { name: 'The service level', gives: 'An agreed availability.', plans: fromTeam },
} as const satisfies Record<Capability, LockWords>;

const unknownLock: LockWords = { name: 'This', gives: '', plans: [] };

const lockOf = (capability: Capability): LockWords =>
  Object.hasOwn(locks, capability) ? locks[capability] : unknownLock;

const roleNames = defineMessages({
  owner: 'Owner',
  admin: 'Admin',
  billing: 'Billing',
  member: 'Member',
} as const satisfies Record<Role, string>);

/** The name of a role, also of one that this page does not know yet. */
export const roleName = (role: string): string =>
  Object.hasOwn(roleNames, role) ? roleNames[role as Role] : role;

const people: Record<Role, string> = {
  owner: 'an owner',
  admin: 'an admin',
  billing: 'a billing owner',
  member: 'a member',
};

export const anyRole = (roles: readonly Role[]): string => anyOf(roles.map((role) => people[role]));

export const lockMessages = defineMessages({
  title: (capability: Capability, plan: string) => `${lockOf(capability).name}: not part of ${plan}`,
  gives: (capability: Capability) => lockOf(capability).gives,
  plans: (capability: Capability) =>
    lockOf(capability).plans.length === 0 ? '' : `Included in ${anyOf([...lockOf(capability).plans])}.`,
  changePlan: 'Change plan',
  askBuyer: 'Ask an owner or a billing owner of your organization to change the plan.',
  askParent: 'Your parent organization has the plan. Ask its billing owner.',
  forbiddenTitle: 'Your role cannot see this page',
  forbidden: (roles: readonly Role[], role: string) =>
    `You are ${roleName(role)}. Ask ${anyRole(roles)} of your organization.`,
  managedTitle: 'Your parent organization manages this',
  managed:
    'Plan, payment and credits of a client organization are managed by its parent. You can read the history.',
});
