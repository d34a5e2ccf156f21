import { provisionOrganization, type NewMember } from '@scangate/domain/accounts/provision-organization';
import { identityHash } from '@scangate/domain/identity/identity-hash';
import type { Role } from '@scangate/domain/identity/roles';
import type { PlanName } from '@scangate/domain/plans/plan-names';
import type { Change } from '@scangate/domain/record-changes';
import { subjectOf } from '../outside/identity-provider.ts';
import type { SignOn } from './sign-on/sign-on.ts';
import { domainOf } from './sign-on/domain.ts';
import { ids } from '../outside/ids.ts';
import type { World } from '../start/world.ts';

export interface Person extends NewMember {
  /** The secret of the last session; empty for none yet. */
  secret: string;
  /** Whether that was refused. */
  isSignedOut?: boolean;
  /** The roles that the person may have: a change whose answer was lost, or that ran beside another one, leaves several. */
  mayBe: ReadonlySet<Role>;
  /** Since when those have been known. */
  settledAt: number;
  removedAt?: number;
  /** Whether they prefer the own issuer of the organization, where both ways are open. */
  prefersOwn?: boolean;
}

export interface ConnectedRepository {
  repositoryId: string;
  url: string;
}

/** An organization with its people and repositories, as those who act for it know them. */
export interface Organization {
  organizationId: string;
  /** Stands in every name of the organization, and in nobody else's. */
  taint: string;
  plan: PlanName;
  people: Person[];
  repositories: ConnectedRepository[];
  /** Scans that were created, the newest last. */
  scans: string[];
  /** The ids of other things that were made, by kind. */
  made: Record<'webhook' | 'waiver' | 'token' | 'tracker' | 'bundle', string[]>;
  /** Secrets of credentials that have ended. */
  ended: string[];
  /** Tokens that pipelines go on with, the newest last. */
  tokens: { tokenId: string; secret: string }[];
  /** The token of its directory. */
  directory?: { tokenId: string; secret: string } | undefined;
  /** Its own issuer. */
  signOn?: SignOn | undefined;
  /** The number of people who were invited. */
  invited: number;
  /** The organization that pays. */
  parent?: string;
  /** When it was closed; it is erased after thirty days. */
  closedAt?: number;
  /** Whether somebody has asked to restore it, so that it may live again. */
  isRestoring?: boolean;
}

/** A person who has not signed in yet. */
export const newPerson = (member: NewMember): Person => ({
  ...member,
  secret: '',
  mayBe: new Set([member.role]),
  settledAt: 0,
});

const lastDaysMs = 29 * 86_400_000;

/** Whether nobody acts for an organization any more, because it is about to be erased. */
export const isGone = ({ scheduler }: World, { closedAt }: Organization): boolean =>
  closedAt !== undefined && scheduler.now - closedAt > lastDaysMs;

/** An order of a plan by an organization that is made. */
export type NewOrder = Omit<Parameters<typeof provisionOrganization>[0], 'name'>;

/** The records of a person who has signed in before. */
const signedInBefore = (
  { personId, email }: NewMember,
  { issuer, organizationId, createdAt }: { issuer: string; organizationId: string; createdAt: string },
): Change<'person' | 'identity'>[] => {
  const hash = identityHash({ issuer, subject: subjectOf(email) });
  const identity = { identityHash: hash, personId, createdAt, lastOrganizationId: organizationId };
  return [
    { change: 'insert', record: 'identity', item: identity },
    { change: 'insert', record: 'person', item: { personId, email, createdAt, identities: [hash] } },
  ];
};

/** Makes an organization with a person of each role, who have signed in before. */
export const newOrganization = (world: World, order: NewOrder, number: number): Organization => {
  const organizationId = ids.uuid();
  const taint = `taint${number}x`;
  // Every other one was made a month ago, less some hours, so that its pools are refilled soon.
  const ageMs = number % 2 === 0 ? 0 : 28 * 86_400_000 - (number % 7) * 7_200_000;
  const at = new Date(world.scheduler.now - ageMs);
  const roles: readonly Role[] = ['owner', 'admin', 'billing', 'member', 'member'];
  // Who may have an issuer of their own have addresses in their domain.
  const hasDomain = order.plan === 'Regulated' || order.plan === 'Team';
  const members = roles.map((role, index) => ({
    role,
    personId: ids.uuid(),
    email: hasDomain ? `${role}${index}@${domainOf({ taint })}` : `${role}${index}.${taint}@example.com`,
  }));
  const createdAt = at.toISOString();
  const provided = { organizationId, people: members, createdAt };
  const before = { issuer: world.identity.issuer, organizationId, createdAt };
  world.seed([
    ...provisionOrganization({ ...order, name: `Org ${taint}` }, provided),
    ...members.flatMap((member) => signedInBefore(member, before)),
  ]);
  const people = members.map(newPerson);
  const { plan, parent } = order;
  const made = { webhook: [], waiver: [], token: [], tracker: [], bundle: [] };
  const nothing = { repositories: [], scans: [], made, ended: [], tokens: [], invited: 0 };
  return { organizationId, taint, plan, people, ...nothing, ...(parent !== undefined && { parent }) };
};
