import { beforeEach, describe, expect, test } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { repositoryCalls } from '#test/support/api/repository-calls.ts';
import { newOrganization, newRepository, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const { connect, disconnect, list } = repositoryCalls(() => organization);
const namesOf = (body: Record<string, unknown>) =>
  (body['items'] as { fullName: string }[]).map((item) => item.fullName);

describe('list-repositories', () => {
  test('200: the connected repositories of the organization, page by page', async () => {
    for (const name of ['a', 'b', 'c']) await connect({ url: `https://git.example.com/acme/${name}` });
    const gone = await connect({ url: 'https://git.example.com/acme/gone' });
    await disconnect(String(gone.body['repositoryId']));
    await newRepository(world.store, (await newOrganization(world.store)).organizationId);
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await list({ limit: '2', ...(cursor !== undefined && { cursor }) });
      names.push(...namesOf(body));
      cursor = body['nextCursor'] as string | undefined;
    } while (cursor !== undefined);
    expect(names.sort()).toEqual(['acme/a', 'acme/b', 'acme/c']);
  });

  test('400: a limit out of bounds, a cursor of another organization', async () => {
    for (const limit of ['0', '101', 'many'])
      expect((await list({ limit })).body['code']).toBe('invalid_query');
    for (const name of ['a', 'b']) await connect({ url: `https://git.example.com/acme/${name}` });
    const { body } = await list({ limit: '1' });
    const other = await newOrganization(world.store);
    const foreign = await list({ cursor: String(body['nextCursor']) }, other.as('member'));
    expect([foreign.status, foreign.body['code']]).toEqual([400, 'invalid_cursor']);
  });
});
