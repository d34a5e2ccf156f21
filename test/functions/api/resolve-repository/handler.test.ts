import { beforeEach, describe, expect, test } from 'vitest';
import { disconnectRepository } from '@scangate/domain/repositories/connect-repository';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newOrganization, newRepository, noon, write } from '#test/support/world.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;
let repository: Awaited<ReturnType<typeof newRepository>>;

beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  repository = await newRepository(world.store, organization.organizationId, [
    ['', 'npm'],
    ['docs', 'pypi'],
  ]);
});

const resolve = (fullName: string | undefined, caller = organization.as('member')) =>
  call('resolve-repository', { caller, ...(fullName !== undefined && { query: { fullName } }) });

describe('200', () => {
  test('returns the repository and its units, without URL and credential', async () => {
    const { status, body } = await resolve(repository.fullName);
    expect(status).toBe(200);
    expect(body).toEqual({
      repositoryId: repository.repositoryId,
      fullName: repository.fullName,
      provider: 'git',
      defaultBranch: 'main',
      artifactsAsDefault: false,
      reuse: 'on',
      projectUnits: repository.units,
    });
  });

  test('ignores case and returns the name as it was connected', async () => {
    const { body } = await resolve(repository.fullName.toUpperCase());
    expect(body).toMatchObject({ repositoryId: repository.repositoryId, fullName: repository.fullName });
  });

  test('two organizations with the same name find their own', async () => {
    const other = await newOrganization(world.store);
    const theirs = { ...(await newRepository(world.store, other.organizationId)) };
    await write(world.store, [
      {
        change: 'insert',
        record: 'repositoryName',
        item: {
          organizationId: other.organizationId,
          name: repository.fullName.toLowerCase(),
          repositoryId: theirs.repositoryId,
          connectedAt: theirs.connectedAt,
        },
      },
    ]);
    const { body } = await resolve(repository.fullName, other.as('member'));
    expect(body['repositoryId']).toBe(theirs.repositoryId);
    expect((await resolve(repository.fullName)).body['repositoryId']).toBe(repository.repositoryId);
  });

  test('a console session resolves on every plan', async () => {
    const free = await newOrganization(world.store, { plan: 'Free' });
    const mine = await newRepository(world.store, free.organizationId);
    expect((await resolve(mine.fullName, free.as('member', 'session'))).status).toBe(200);
  });
});

describe('400', () => {
  test.each([
    'shop',
    'acme/',
    '/shop',
    'acme/shop/',
    'a/b/c',
    'acme /shop',
    '',
    ' ',
    `acme/${'x'.repeat(300)}`,
  ])('invalid_query: %j is not owner/repo', async (fullName) => {
    const { status, body } = await resolve(fullName);
    expect([status, body['code']]).toEqual([400, 'invalid_query']);
    expect(body.errors?.[0]?.pointer).toBe('/fullName');
  });

  test('invalid_query: no fullName', async () => {
    expect((await resolve(undefined)).body['code']).toBe('invalid_query');
  });

  test.each(['constructor', 'toString', '__proto__', 'other'])(
    'invalid_query: the parameter %s is not known',
    async (name) => {
      const query = Object.fromEntries([
        ['fullName', repository.fullName],
        [name, '1'],
      ]);
      const { status, body } = await call('resolve-repository', { caller: organization.as('member'), query });
      expect([status, body['code']]).toEqual([400, 'invalid_query']);
    },
  );
});

test('401 without a caller', async () => {
  const { status } = await call('resolve-repository', { query: { fullName: repository.fullName } });
  expect(status).toBe(401);
});

test.each(['Free', 'Starter'] as const)('402 entitlement_denied: a token on %s', async (plan) => {
  const { as, organizationId } = await newOrganization(world.store, { plan });
  const mine = await newRepository(world.store, organizationId);
  const { status, body } = await resolve(mine.fullName, as('owner'));
  expect(status).toBe(402);
  expect(body).toMatchObject({ code: 'entitlement_denied', capability: 'api', plan });
});

describe('404', () => {
  const expectMissing = async (fullName: string, caller = organization.as('member')) => {
    const { status, body } = await resolve(fullName, caller);
    expect([status, body['code']]).toEqual([404, 'repository_not_found']);
    expect(body['detail']).toContain('exact owner/repo');
    expect(body['detail']).toContain('connected');
  };

  test('repository_not_found says to check the exact owner/repo and that it is connected', async () => {
    await expectMissing('acme/nothing');
  });

  test('repository_not_found: one of another organization', async () => {
    const other = await newOrganization(world.store);
    await expectMissing(repository.fullName, other.as('owner'));
  });

  test('repository_not_found: disconnected', async () => {
    await write(world.store, disconnectRepository(organization.as('owner'), repository, noon.toISOString()));
    await expectMissing(repository.fullName);
  });
});
