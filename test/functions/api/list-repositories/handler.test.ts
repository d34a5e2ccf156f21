import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '@scangate/domain/identity/caller';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { repositoryCalls } from '#test/support/api/repository-calls.ts';
import { scanRequests } from '#test/support/api/scan-requests.ts';
import { later, newOrganization, newRepository, type TestOrganization } from '#test/support/world.ts';

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

  test('200: a part of the name finds repositories in any case, by name and page by page', async () => {
    for (const name of ['shop-web', 'Shop-API', 'billing', 'shop-old'])
      await connect({ url: `https://git.example.com/acme/${name}` });
    const gone = await connect({ url: 'https://git.example.com/acme/shop-gone' });
    await disconnect(String(gone.body['repositoryId']));
    const first = await list({ q: 'SHOP', limit: '2' });
    expect(namesOf(first.body)).toEqual(['acme/Shop-API', 'acme/shop-old']);
    const second = await list({ q: 'SHOP', limit: '2', cursor: String(first.body['nextCursor']) });
    expect([namesOf(second.body), second.body['nextCursor']]).toEqual([['acme/shop-web'], undefined]);
    expect(namesOf((await list({ q: 'nothing' })).body)).toEqual([]);
  });

  test('400: a cursor of the list by id does not continue the list by name', async () => {
    for (const name of ['a', 'b']) await connect({ url: `https://git.example.com/acme/${name}` });
    const cursor = String((await list({ limit: '1' })).body['nextCursor']);
    expect((await list({ limit: '1', cursor, view: 'gate' })).body['code']).toBe('invalid_cursor');
  });

  test('400: a view that does not exist, and an empty text', async () => {
    const queries: Record<string, string>[] = [{ view: 'all' }, { q: '' }, { q: 'x'.repeat(301) }];
    for (const query of queries) expect((await list(query)).body['code']).toBe('invalid_query');
  });

  test('200: a credential limited to repositories finds only those, and its cursor names no other', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const ids: string[] = [];
    for (const name of names)
      ids.push(String((await connect({ url: `https://git.example.com/acme/${name}` })).body['repositoryId']));
    const caller = {
      ...organization.as('member'),
      repositoryIds: [ids[0], ids[3]].filter((id) => id !== undefined),
    };
    const { body } = await list({ q: 'acme', limit: '1' }, caller);
    expect(namesOf(body)).toEqual(['acme/a']);
    const cursor = String(body['nextCursor']);
    expect(Buffer.from(cursor, 'base64url').toString()).toMatch(/acme\/a$/);
    const rest = await list({ q: 'acme', limit: '1', cursor }, caller);
    expect([namesOf(rest.body), rest.body['nextCursor']]).toEqual([['acme/d'], undefined]);
  });
});

describe('list-repositories, view gate', () => {
  const { fixture, create, plain, end } = scanRequests();
  const gate = async (more: Partial<Caller> = {}) => {
    const caller = { ...fixture.organization.as('member'), ...more };
    const { body } = await list({ view: 'gate' }, caller);
    return body['items'] as { repositoryId: string; latest: unknown; scannable: boolean }[];
  };

  test('200: latest is the newest scan that ended, and null without one', async () => {
    const other = await newRepository(world.store, fixture.organization.organizationId);
    expect((await gate()).map(({ latest }) => latest)).toEqual([null, null]);
    const { scanId } = (await create(plain())).body;
    await end(scanId);
    // Newer scans that still run do not hide it.
    for (const character of ['b', 'c']) await create(plain({ commitHash: character.repeat(40) }));
    const byId = new Map((await gate()).map((item) => [item.repositoryId, item]));
    expect(byId.get(fixture.repository.repositoryId)?.latest).toEqual({
      scanId,
      verdict: 'PASS',
      reason: 'no_issues_found',
      finishedAt: later(60).toISOString(),
    });
    expect(byId.get(other.repositoryId)?.latest).toBeNull();
  });

  test('200: after a downgrade only the oldest repositories are scannable', async () => {
    await newRepository(world.store, fixture.organization.organizationId);
    const shown = await gate({ plan: 'Free', tokenKind: 'session' });
    const scannable = shown.filter((item) => item.scannable).map(({ repositoryId }) => repositoryId);
    expect([shown.length, scannable]).toEqual([2, [fixture.repository.repositoryId]]);
    expect((await gate()).every((item) => item.scannable)).toBe(true);
  });

  test('200: without the view a repository has neither field', async () => {
    const { body } = await list({}, fixture.organization.as('member'));
    expect((body['items'] as object[])[0]).not.toHaveProperty('latest');
  });
});
