import { createHash } from 'node:crypto';
import { MemoryStore } from '#adapters/memory/store.ts';
import { authorize } from '#functions/api/authorizer/handler.ts';
import type { AuthorizerContext } from '#runtime/authorizer-context.ts';
import { sessionCookieName } from '#runtime/http/cookies.ts';
import { listedAt } from '@scangate/domain/identity/issue-token';
import { generateToken, tokenHash, tokenHint } from '@scangate/domain/identity/tokens';
import { addMs, dayMs } from '@scangate/domain/instant';
import type { Member, Token, TrustRule } from '@scangate/domain/records';
import { scopes, type Role } from '@scangate/domain/identity/roles';
import type { TokenKind } from '@scangate/domain/identity/caller';
import { memoryTokenStore } from '../store/memory-token-store.ts';
import { newOrganization, noon, testIds, write, type TestOrganization } from '../world.ts';

/** An organization with credentials of every kind, and what authorizes a request with them. */
export interface CredentialWorld {
  store: MemoryStore;
  tokens: ReturnType<typeof memoryTokenStore>;
  random: () => number;
  organizationRate: number;
  organization: TestOrganization;
}

export const newCredentialWorld = async (): Promise<CredentialWorld> => {
  const store = new MemoryStore();
  const organization = await newOrganization(store);
  return {
    store,
    tokens: memoryTokenStore(store),
    random: () => 0.99,
    organizationRate: 6_000,
    organization,
  };
};

const sessionOf = (): Pick<Token, 'session' | 'idleUntil'> => ({
  session: { signedInAt: noon.toISOString(), amr: [], idleSeconds: 3_600 },
  idleUntil: noon.getTime() / 1000 + 3_600,
});

/** Stores a credential of a role and returns its secret. */
export const newCredential = async (
  { store, organization }: Pick<CredentialWorld, 'store' | 'organization'>,
  kind: TokenKind,
  { role = 'owner', ...more }: Partial<Token> & { role?: Role } = {},
): Promise<string> => {
  const secret = generateToken(kind, createHash('sha512').update(testIds.uuid()).digest());
  const { organizationId, billingAccountId, personId } = organization.as(role);
  const item: Token = {
    tokenHash: tokenHash(secret),
    tokenId: testIds.uuid(),
    organizationId,
    billingAccountId,
    kind,
    personId,
    name: kind,
    scopes: [...scopes],
    hint: tokenHint(secret),
    createdAt: noon.toISOString(),
    expiresAt: addMs(noon, dayMs),
    ...(kind === 'session' && sessionOf()),
    ...(kind !== 'session' &&
      kind !== 'pipeline' &&
      listedAt({ organizationId, personId, createdAt: noon.toISOString() })),
    ...more,
  };
  await write(store, [{ change: 'insert', record: 'token', item }]);
  return secret;
};

/** Stores a trust rule of a role, and returns it. */
export const newTrustRule = async (
  { store, organization }: Pick<CredentialWorld, 'store' | 'organization'>,
  more: Partial<TrustRule> = {},
): Promise<TrustRule> => {
  const { organizationId, personId } = organization.as('owner');
  const item: TrustRule = {
    organizationId,
    trustId: testIds.uuid(),
    name: 'ci',
    provider: 'github',
    issuer: 'https://token.actions.githubusercontent.com',
    audience: `scangate:${organizationId}`,
    match: { repository_id: '1' },
    repositories: 'all',
    scopes: ['repositories:read', 'scans:read', 'scans:write'],
    personId,
    heldSince: noon.toISOString(),
    billingAccountId: organizationId,
    version: 1,
    createdBy: personId,
    createdAt: noon.toISOString(),
    ...more,
  };
  await write(store, [{ change: 'insert', record: 'trustRule', item }]);
  return item;
};

/** Changes the membership of a role. */
export const changeMembership = async (
  { store, organization }: Pick<CredentialWorld, 'store' | 'organization'>,
  role: Role,
  set: Partial<Member>,
): Promise<void> => {
  const { organizationId, personId } = organization.as(role);
  await write(store, [{ change: 'update', record: 'member', id: { organizationId, personId }, set }]);
};

type Headers = Record<string, string>;

export const asBearer = (secret: string): Headers => ({ Authorization: `Bearer ${secret}` });
export const asCookie = (secret: string): Headers => ({ Cookie: `${sessionCookieName}=${secret}` });

/** The place of each kind of credential. */
export const inPlace = (kind: TokenKind, secret: string): Headers =>
  kind === 'session' ? asCookie(secret) : asBearer(secret);

/** The context of an authorized request. Undefined for 401. */
export const authorized = (
  world: CredentialWorld,
  headers: Headers,
  at: Date,
): Promise<AuthorizerContext | undefined> =>
  authorize({ headers }, world, at).catch((error: Error) => {
    if (error.message !== 'Unauthorized') throw error;
    return undefined;
  });
