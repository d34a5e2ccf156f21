import { beforeEach, describe, expect, test } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { repositoryCalls, repositorySecret, repositoryUrl } from '#test/support/api/repository-calls.ts';
import { newOrganization, testIds, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const { connect, disconnect } = repositoryCalls(() => organization);
const secret = repositorySecret;
const url = repositoryUrl;

describe('disconnect-repository', () => {
  test('204: the credential is deleted, and the record stays for its scans', async () => {
    const { body } = await connect({ url, credential: { secret } });
    expect((await disconnect(String(body['repositoryId']))).status).toBe(204);
    const [record] = world.store.all('repository');
    expect(record?.disconnectedAt).toBeDefined();
    expect(record?.credential).toBeUndefined();
  });

  test('403 for a member', async () => {
    const { body } = await connect();
    expect((await disconnect(String(body['repositoryId']), organization.as('member'))).status).toBe(403);
    expect(world.store.all('repository')[0]?.disconnectedAt).toBeUndefined();
  });

  test('404: unknown, of another organization, or disconnected before', async () => {
    const { body } = await connect();
    const repositoryId = String(body['repositoryId']);
    const other = await newOrganization(world.store);
    expect((await disconnect(repositoryId, other.as('owner'))).body['code']).toBe('repository_not_found');
    expect((await disconnect(testIds.uuid())).status).toBe(404);
    await disconnect(repositoryId);
    expect((await disconnect(repositoryId)).status).toBe(404);
  });

  test('a late disconnection does not free a name that another repository has', async () => {
    const { body } = await connect();
    const first = String(body['repositoryId']);
    await disconnect(first);
    const second = await connect();
    await disconnect(first);
    expect(world.store.all('repositoryName')).toMatchObject([
      { name: 'acme/shop', repositoryId: second.body['repositoryId'] },
    ]);
  });
});
