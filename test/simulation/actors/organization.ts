import { provisionOrganization, type NewMember } from '@scangate/domain/accounts/provision-organization';
import { listedAt } from '@scangate/domain/identity/issue-token';
import { generateToken, tokenHash, tokenHint } from '@scangate/domain/identity/tokens';
import { scopes, type Role } from '@scangate/domain/identity/roles';
import { addMs } from '@scangate/domain/instant';
import type { PlanName } from '@scangate/domain/plans/plan-names';
import type { Token } from '@scangate/domain/records';
import { ids } from '../outside/ids.ts';
import type { World } from '../start/world.ts';

export interface Person extends NewMember {
  /** The secret of the session, and when it began. */
  secret: string;
  signedInAt: number;
}

interface ConnectedRepository {
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
}

const tokenOf = (
  organizationId: string,
  { personId }: NewMember,
  at: Date,
): { secret: string; item: Token } => {
  const secret = generateToken('session', ids.bytes(60));
  const createdAt = at.toISOString();
  const idleSeconds = 8 * 3_600;
  const item: Token = {
    tokenHash: tokenHash(secret),
    tokenId: ids.uuid(),
    organizationId,
    billingAccountId: organizationId,
    kind: 'session',
    personId,
    name: 'session',
    scopes: [...scopes],
    hint: tokenHint(secret),
    createdAt,
    expiresAt: addMs(at, idleSeconds * 1000),
    session: { signedInAt: createdAt, amr: [], idleSeconds },
    idleUntil: at.getTime() / 1000 + idleSeconds,
  };
  return { secret, item: { ...item, ...listedAt({ organizationId, personId, createdAt }) } };
};

const sessionMs = 4 * 3_600_000;

/** Gives a person a new session where the last one is hours old, and returns its secret. */
export const signIn = (world: World, { organizationId }: Organization, person: Person): string => {
  const { now } = world.scheduler;
  if (now - person.signedInAt > sessionMs) {
    const { secret, item } = tokenOf(organizationId, person, new Date(now));
    world.seed([{ change: 'insert', record: 'token', item }]);
    Object.assign(person, { secret, signedInAt: now });
  }
  return person.secret;
};

/** Makes an organization with a person of each role, as an operator and the sign-in would have. */
export const newOrganization = (
  world: World,
  order: Omit<Parameters<typeof provisionOrganization>[0], 'name'>,
  number: number,
): Organization => {
  const organizationId = ids.uuid();
  const taint = `taint${number}x`;
  const at = new Date(world.scheduler.now);
  const roles: readonly Role[] = ['owner', 'admin', 'billing', 'member', 'member'];
  const members = roles.map((role, index) => ({
    role,
    personId: ids.uuid(),
    email: `${role}${index}.${taint}@example.com`,
  }));
  const made = { organizationId, people: members, createdAt: at.toISOString() };
  world.seed(provisionOrganization({ ...order, name: `Org ${taint}` }, made));
  const people = members.map((member) => ({ ...member, secret: '', signedInAt: 0 }));
  return { organizationId, taint, plan: order.plan, people, repositories: [], scans: [] };
};
