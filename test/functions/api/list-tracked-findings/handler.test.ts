import { beforeEach, expect, test, vi } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { followedRepository, triage, type FollowedRepository } from '#test/support/tracking/tracked-calls.ts';
import { fingerprintOf } from '#test/support/tracking/tracked-samples.ts';
import { newOrganization } from '#test/support/world.ts';

let tracked: FollowedRepository;
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  tracked = await followedRepository();
});
type Item = { title: string; state: string };
const list = async (query: Record<string, string> = {}) => {
  const answer = await call('list-tracked-findings', { caller: tracked.organization.as('member'), query });
  const items = (answer.body['items'] ?? []) as Item[];
  return { ...answer, names: items.map(({ title }) => title.slice('finding '.length)) };
};

test('200: open findings come first, the most severe first, and fixed ones last', async () => {
  const { status, names, body } = await list();
  expect(status).toBe(200);
  expect(names).toEqual(['leaked', 'shared', 'exploited', 'shared', 'waived', 'gone']);
  expect(body).not.toHaveProperty('nextCursor');
});

test.each([
  [{ state: 'open', severity: 'high' }, ['shared']],
  [{ state: 'fixed' }, ['gone']],
  [{ state: 'waived', severity: 'high' }, ['waived']],
  [{ state: 'fixed', severity: 'high' }, ['gone']],
  [{ state: 'fixed', severity: 'low' }, []],
  [{ kind: 'vulnerability' }, ['shared', 'exploited', 'shared']],
  [{ knownExploited: 'true' }, ['exploited']],
  [{ fixable: 'false', state: 'open' }, ['leaked']],
  [{ severity: 'low' }, ['shared']],
  [{ assignee: 'none', state: 'waived' }, ['waived']],
  [{ assignee: '00000000-0000-4000-8000-00000000dead' }, []],
  [{ minAgeDays: '10', state: 'waived' }, ['waived']],
  [{ minAgeDays: '11' }, []],
  [{ maxAgeDays: '9' }, []],
  [{ repositoryId: '00000000-0000-4000-8000-00000000dead' }, []],
])('200: the facets %j agree with %j', async (query, expected) => {
  expect((await list(query as Record<string, string>)).names).toEqual(expected);
});

test('200: a repository and an assignee are facets, in upper case, too', async () => {
  const { repositoryId } = tracked.repository;
  expect((await list({ repositoryId: repositoryId.toUpperCase() })).names).toHaveLength(6);
  const assignee = tracked.organization.as('admin').personId;
  await triage(tracked, { assignee });
  expect((await list({ assignee })).names).toEqual(['leaked']);
});

test('200: pages continue where the last one ended, with one query each', async () => {
  const queries = vi.spyOn(world.store, 'list');
  for (const facets of [{}, { kind: 'vulnerability' }, { state: 'open' }] as Record<string, string>[]) {
    const all = (await list(facets)).names;
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      queries.mockClear();
      const page = await list({ ...facets, limit: '1', ...(cursor !== undefined && { cursor }) });
      expect(queries).toHaveBeenCalledTimes(1);
      paged.push(...page.names);
      cursor = page.body['nextCursor'] as string | undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(all);
  }
});

test('200: the gate view adds the name of the repository, and the list without it loads none', async () => {
  const { fullName } = tracked.repository;
  const named = (await list({ view: 'gate' })).body['items'] as { fullName?: string }[];
  expect(new Set(named.map((item) => item.fullName))).toEqual(new Set([fullName]));
  for (const item of (await list()).body['items'] as object[]) expect(item).not.toHaveProperty('fullName');
});

test('200: a page has up to 1,000 findings, and a higher limit is refused', async () => {
  expect((await list({ limit: '1000' })).names).toHaveLength(6);
  expect((await list({ limit: '1001' })).body['code']).toBe('invalid_query');
});

test('200: another organization sees nothing', async () => {
  const other = await newOrganization(world.store);
  const { body } = await call('list-tracked-findings', { caller: other.as('owner') });
  expect(body).toEqual({ items: [] });
});

test('400: a cursor of another organization or of other facets, and invalid values', async () => {
  const { body } = await list({ limit: '1' });
  const cursor = String(body['nextCursor']);
  const other = await newOrganization(world.store);
  const foreign = await call('list-tracked-findings', { caller: other.as('owner'), query: { cursor } });
  expect([foreign.status, foreign.body['code']]).toEqual([400, 'invalid_cursor']);
  expect((await list({ cursor, state: 'open' })).body['code']).toBe('invalid_cursor');
  for (const query of [
    { state: 'closed' },
    { severity: 'urgent' },
    { assignee: 'me' },
    { fixable: 'yes' },
    { minAgeDays: '-1' },
    { age: '7' },
  ])
    expect((await list(query as never)).body['code']).toBe('invalid_query');
});

test('200: an item says where it is, since when, and why it does not count', async () => {
  const items = (await list()).body['items'] as Record<string, unknown>[];
  const found = (name: string) => items.find(({ fingerprint }) => fingerprint === fingerprintOf(name));
  expect(found('leaked')).toMatchObject({ kind: 'secret', rule: 'stripe-key', unitPath: '', assignee: null });
  expect(found('leaked')).not.toHaveProperty('lastSeen');
  expect(found('waived')).toMatchObject({ tolerated: { by: 'waiver', reason: 'not reachable' } });
  expect(found('gone')).toMatchObject({ fixed: { at: '2026-03-09T12:00:00.000Z' } });
});
