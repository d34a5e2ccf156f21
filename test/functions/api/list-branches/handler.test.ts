import { beforeEach, describe, expect, test } from 'vitest';
import { SourceFailure } from '#ports/git-sources.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { repositoryCalls, repositorySecret, repositoryUrl } from '#test/support/api/repository-calls.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
let repositoryId: string;
const { connect, disconnect } = repositoryCalls(() => organization);
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  const { body } = await connect({ url: repositoryUrl, credential: { secret: repositorySecret } });
  repositoryId = String(body['repositoryId']);
  world.asked = [];
});

const branches = (query: Record<string, string> = {}, caller = organization.as('member')) =>
  call('list-branches', { caller, params: { repositoryId }, query });
const commitHash = 'c'.repeat(40);

describe('200', () => {
  test('the branches by name, with their newest commits, page by page', async () => {
    const first = await branches({ limit: '1' });
    expect(first.body['items']).toEqual([{ name: 'develop', commitHash }]);
    const next = await branches({ limit: '1', cursor: String(first.body['nextCursor']) });
    expect(next.body).toEqual({ items: [{ name: 'main', commitHash }] });
  });

  test('a part of the name is passed to the host, with the credential of the repository', async () => {
    expect((await branches({ q: 'dev' })).body['items']).toEqual([{ name: 'develop', commitHash }]);
    expect(world.asked).toMatchObject([
      { repository: { repositoryId, credential: {} }, branches: { part: 'dev', limit: 50 } },
    ]);
  });

  test('every role, in a console session on Free as well', async () => {
    for (const role of ['owner', 'admin', 'billing', 'member'] as const)
      expect((await branches({}, { ...organization.as(role, 'session'), plan: 'Free' })).status).toBe(200);
  });
});

describe('refusals', () => {
  test('422: the host cannot be read', async () => {
    world.sourceFailure = new SourceFailure('rate_limit', 'The host asks for patience.', 30);
    const { status, body } = await branches();
    expect([status, body['code'], body['errorCode']]).toEqual([422, 'repository_unreachable', 'rate_limit']);
  });

  test('404: another organization, and a disconnected repository; the host is not called', async () => {
    const other = await newOrganization(world.store);
    expect((await branches({}, other.as('owner'))).body['code']).toBe('repository_not_found');
    await disconnect(repositoryId);
    expect((await branches()).body['code']).toBe('repository_not_found');
    expect(world.asked).toEqual([]);
  });

  test('400: a cursor of another name filter', async () => {
    const cursor = String((await branches({ limit: '1' })).body['nextCursor']);
    expect((await branches({ limit: '1', q: 'm', cursor })).body['code']).toBe('invalid_cursor');
  });
});
