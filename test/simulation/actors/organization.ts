import { provisionOrganization, type NewMember } from '@scangate/domain/accounts/provision-organization';
import { listedAt } from '@scangate/domain/identity/issue-token';
import { generateToken, tokenHash, tokenHint } from '@scangate/domain/identity/tokens';
import { scopes, type Role } from '@scangate/domain/identity/roles';
import { addMs, hourMs } from '@scangate/domain/instant';
import type { PlanName } from '@scangate/domain/plans/plan-names';
import type { Token } from '@scangate/domain/records';
import { ids } from '../outside/ids.ts';
import type { World } from '../start/world.ts';
import { clocksMs, usualIdleMs } from './credentials.ts';

export interface Person extends NewMember {
  /** The secret of the session, and when it began. */
  secret: string;
  signedInAt: number;
  /** The roles that the person may have: a change whose answer was lost, or that ran beside another one, leaves several. */
  mayBe: ReadonlySet<Role>;
  /** Since when those have been known. */
  settledAt: number;
  removedAt?: number;
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
  made: Record<'webhook' | 'waiver' | 'token' | 'tracker', string[]>;
  /** Secrets of credentials that have ended. */
  ended: string[];
  /** Tokens that pipelines go on with, the newest last. */
  tokens: { tokenId: string; secret: string }[];
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
  signedInAt: 0,
  mayBe: new Set([member.role]),
  settledAt: 0,
});

/** A session ends so long after it began, however often it is used. */
const longestSessionMs = 12 * hourMs;

interface NewSession {
  at: Date;
  idleMs: number;
}

const tokenOf = (
  { organizationId, parent }: Pick<Organization, 'organizationId' | 'parent'>,
  { personId }: NewMember,
  { at, idleMs: idle }: NewSession,
): { secret: string; item: Token } => {
  const secret = generateToken('session', ids.bytes(60));
  const createdAt = at.toISOString();
  const idleSeconds = idle / 1000;
  const item: Token = {
    tokenHash: tokenHash(secret),
    tokenId: ids.uuid(),
    organizationId,
    billingAccountId: parent ?? organizationId,
    kind: 'session',
    personId,
    name: 'session',
    scopes: [...scopes],
    hint: tokenHint(secret),
    createdAt,
    expiresAt: addMs(at, longestSessionMs),
    session: { signedInAt: createdAt, amr: [], idleSeconds },
    idleUntil: at.getTime() / 1000 + idleSeconds,
  };
  return { secret, item: { ...item, ...listedAt({ organizationId, personId, createdAt }) } };
};

const sessionMs = 4 * hourMs;

/** Starts a session of a person, as the sign-in would have. @returns its secret. */
export const startSession = (
  world: World,
  organization: Organization,
  { person, idleMs }: { person: Person; idleMs: number },
): string => {
  const { now } = world.scheduler;
  const { secret, item } = tokenOf(organization, person, { at: new Date(now), idleMs });
  world.seed([{ change: 'insert', record: 'token', item }]);
  const session = { idleMs, longest: now + longestSessionMs + clocksMs };
  world.credentials.own(secret, { organization, person, session, endsAt: now + idleMs + clocksMs });
  return secret;
};

/** Gives a person a new session where the last one is hours old, and returns its secret. */
const signIn = (world: World, organization: Organization, person: Person): string => {
  const { now } = world.scheduler;
  if (now - person.signedInAt > sessionMs) {
    const secret = startSession(world, organization, { person, idleMs: usualIdleMs });
    Object.assign(person, { secret, signedInAt: now });
  }
  return person.secret;
};

const lastDaysMs = 29 * 86_400_000;

/** Whether nobody acts for an organization any more, because it is about to be erased. */
export const isGone = ({ scheduler }: World, { closedAt }: Organization): boolean =>
  closedAt !== undefined && scheduler.now - closedAt > lastDaysMs;

/** The session of a person; undefined where nobody acts any more. */
export const sessionOfPerson = (
  world: World,
  organization: Organization,
  person: Person,
): string | undefined => (isGone(world, organization) ? undefined : signIn(world, organization, person));

/** The session of a person of one of these roles; undefined when nobody has one of them, or everybody is gone. */
export const sessionOf = (
  world: World,
  organization: Organization,
  roles: readonly string[],
): string | undefined => {
  if (isGone(world, organization)) return undefined;
  const some = organization.people.filter(({ role }) => roles.includes(role));
  return some.length > 0 ? signIn(world, organization, world.scheduler.pick(some)) : undefined;
};

/** An order of a plan by an organization that is made. */
export type NewOrder = Omit<Parameters<typeof provisionOrganization>[0], 'name'>;

/** Makes an organization with a person of each role, as an operator and the sign-in would have. */
export const newOrganization = (world: World, order: NewOrder, number: number): Organization => {
  const organizationId = ids.uuid();
  const taint = `taint${number}x`;
  // Every other one was made a month ago, less some hours, so that its pools are refilled soon.
  const ageMs = number % 2 === 0 ? 0 : 28 * 86_400_000 - (number % 7) * 7_200_000;
  const at = new Date(world.scheduler.now - ageMs);
  const roles: readonly Role[] = ['owner', 'admin', 'billing', 'member', 'member'];
  const members = roles.map((role, index) => ({
    role,
    personId: ids.uuid(),
    email: `${role}${index}.${taint}@example.com`,
  }));
  const provided = { organizationId, people: members, createdAt: at.toISOString() };
  world.seed(provisionOrganization({ ...order, name: `Org ${taint}` }, provided));
  const people = members.map(newPerson);
  const { plan, parent } = order;
  const made = { webhook: [], waiver: [], token: [], tracker: [] };
  const nothing = { repositories: [], scans: [], made, ended: [], tokens: [] };
  return { organizationId, taint, plan, people, ...nothing, ...(parent !== undefined && { parent }) };
};
