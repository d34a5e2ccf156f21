import { beforeEach, describe, expect, test } from 'vitest';
import { scopes } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { tokenCalls } from '#test/support/api/token-calls.ts';
import { newCredential } from '#test/support/identity/credentials.ts';
import {
  later,
  newOrganization,
  newRepository,
  testIds,
  write,
  type TestOrganization,
} from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const { issue, list } = tokenCalls(() => organization);
const store = () => ({ store: world.store, organization });

/** The caller with a stored token, as the authorizer passes it on. */
const callerWith = (secret: string, more: Partial<Caller> = {}): Caller => ({
  ...organization.as('owner'),
  tokenHash: tokenHash(secret),
  ...more,
});
const setPolicy = (accessPolicy: object) =>
  write(world.store, [
    {
      change: 'update',
      record: 'organization',
      id: { organizationId: organization.organizationId },
      set: { accessPolicy },
    },
  ]);

describe('a token that a token issues', () => {
  test('names its parent, ends with it, and issues none itself', async () => {
    const parentId = testIds.uuid();
    const secret = await newCredential(store(), 'personal', { tokenId: parentId });
    const { status, body } = await issue({ kind: 'service' }, { caller: callerWith(secret) });
    expect([status, body['parentId'], body['expiresAt']]).toEqual([
      201,
      parentId,
      later(86_400).toISOString(),
    ]);
    const child = callerWith(String(body['token']));
    const refused = await issue({ kind: 'personal' }, { caller: child });
    expect([refused.status, refused.body['code']]).toEqual([403, 'person_required']);
    expect((await list()).body['items']).toEqual(
      expect.arrayContaining([expect.objectContaining({ tokenId: body['tokenId'], parentId })]),
    );
  });

  test('is not issued by one that was revoked meanwhile, nor by a pipeline', async () => {
    const revokedAt = later(0).toISOString();
    const secret = await newCredential(store(), 'personal', { revokedAt });
    expect((await issue({ kind: 'personal' }, { caller: callerWith(secret) })).status).toBe(401);
    for (const tokenKind of ['service', 'pipeline'] as const) {
      const caller = callerWith(await newCredential(store(), tokenKind), { tokenKind });
      expect((await issue({ kind: 'personal' }, { caller })).body['code']).toBe('person_required');
    }
  });

  test('has no scope that its parent lacks', async () => {
    const caller = callerWith(await newCredential(store(), 'personal'), { scopes: ['tokens:write'] });
    const answer = await issue({ kind: 'personal', scopes: ['scans:read'] }, { caller });
    expect(answer.body['code']).toBe('insufficient_scope');
    expect(scopes).toContain('scans:read');
  });
});

describe('the lifetime of a token', () => {
  test('is what the organization permits at most', async () => {
    await setPolicy({ maxTokenDays: 7 });
    expect((await issue({ kind: 'service' })).body['expiresAt']).toBe(later(7 * 86_400).toISOString());
    const refused = await issue({ kind: 'service', expiresInDays: 8 });
    expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([422, '/expiresInDays']);
  });
});

describe('repositories of a service token', () => {
  test('are at most ten of the organization', async () => {
    const { repositoryId } = await newRepository(world.store, organization.organizationId);
    const { body } = await issue({ kind: 'service', repositoryIds: [repositoryId, repositoryId] });
    expect(body['repositoryIds']).toEqual([repositoryId]);
    const many = Array.from({ length: 11 }, () => testIds.uuid());
    expect((await issue({ kind: 'service', repositoryIds: many })).status).toBe(422);
    expect((await issue({ kind: 'service', repositoryIds: [] })).status).toBe(422);
    const personal = await issue({ kind: 'personal', repositoryIds: [repositoryId] });
    expect([personal.status, personal.body.errors?.[0]?.pointer]).toEqual([422, '/repositoryIds']);
  });

  test('404 for an unknown and a foreign one alike', async () => {
    const other = await newOrganization(world.store);
    const foreign = await newRepository(world.store, other.organizationId);
    for (const repositoryId of [testIds.uuid(), foreign.repositoryId]) {
      const { status, body } = await issue({ kind: 'service', repositoryIds: [repositoryId] });
      expect([status, body['code']]).toEqual([404, 'repository_not_found']);
    }
    expect(world.store.all('token')).toEqual([]);
  });
});

describe('the number of live tokens', () => {
  test('is 20 for a person, even with concurrent requests; an ended one makes room', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => issue({ kind: 'personal' })));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(20).fill(201), ...Array(10).fill(409)]);
    const [first] = world.store.all('token');
    const id = { tokenHash: first?.tokenHash ?? '' };
    await write(world.store, [
      { change: 'update', record: 'token', id, set: { expiresAt: later(0).toISOString() } },
    ]);
    expect((await issue({ kind: 'personal' })).status).toBe(201);
  });

  test('is 500 for an organization; sessions and pipelines do not count', async () => {
    for (let i = 0; i < 499; i++) await newCredential(store(), 'service', { personId: testIds.uuid() });
    for (let i = 0; i < 10; i++) await newCredential(store(), i % 2 ? 'session' : 'pipeline');
    expect((await issue({ kind: 'personal' })).status).toBe(201);
    const { status, body } = await issue({ kind: 'personal' });
    expect([status, body['code']]).toEqual([409, 'conflict']);
  });
});
