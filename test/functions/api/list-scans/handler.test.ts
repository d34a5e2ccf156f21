import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { scanRequests } from '#test/support/api/scan-requests.ts';
import { later, newOrganization, newRepository, noon } from '#test/support/world.ts';

const { fixture, create, plain, end } = scanRequests();

const list = (query: Record<string, string> = {}, more: CallOptions = {}) =>
  call('list-scans', { caller: fixture.organization.as('member'), query, ...more });
const idsOf = (body: Record<string, unknown>) =>
  (body['items'] as { scanId: string }[]).map((scan) => scan.scanId);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: noon }));
afterEach(() => void vi.useRealTimers());

let created = 0;
const newScans = async (count: number, more: object = {}): Promise<string[]> => {
  const made: string[] = [];
  for (let i = 0; i < count; i++) {
    vi.setSystemTime(later(++created));
    const { body } = await create(plain({ commitHash: String(i).padStart(40, '0'), ...more }));
    made.unshift(String(body['scanId']));
  }
  return made;
};

const walk = async (query: Record<string, string>): Promise<string[]> => {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await list({ ...query, ...(cursor !== undefined && { cursor }) });
    expect(idsOf(body).length).toBeLessThanOrEqual(Number(query['limit']));
    ids.push(...idsOf(body));
    cursor = body['nextCursor'] as string | undefined;
  } while (cursor !== undefined);
  return ids;
};

describe('200', () => {
  test('lists the newest scan first', async () => {
    const made = await newScans(3);
    expect(idsOf((await list()).body)).toEqual(made);
  });

  test.each(['1', '2', '3', '5'])('lists every scan once in pages of %s', async (limit) => {
    const made = await newScans(5);
    expect(await walk({ limit })).toEqual(made);
  });

  test('filters by branch, by status, by repository, and by all of them', async () => {
    const [onMain = ''] = await newScans(1, { branch: 'main' });
    const [onDev = ''] = await newScans(1, { branch: 'dev', commitHash: 'd'.repeat(40) });
    await end(onDev, { errorCode: 'repo_access', error: 'gone' });
    const other = await newRepository(world.store, fixture.organization.organizationId, [['', 'go']]);
    const [elsewhere = ''] = await newScans(1, { repositoryId: other.repositoryId, branch: 'main' });
    const found = async (query: Record<string, string>) => idsOf((await list(query)).body);

    expect(await found({ branch: 'main' })).toEqual([elsewhere, onMain]);
    expect(await found({ status: 'failed' })).toEqual([onDev]);
    expect(await found({ repositoryId: other.repositoryId })).toEqual([elsewhere]);
    const { repositoryId } = fixture.repository;
    expect(await found({ branch: 'main', status: 'queued', repositoryId })).toEqual([onMain]);
    expect(await found({ branch: 'main', status: 'completed' })).toEqual([]);
  });

  test('filters by commit, in either case, and by verdict, alone and together', async () => {
    const [first = ''] = await newScans(1, { commitHash: 'a'.repeat(40), branch: 'main' });
    const [second = ''] = await newScans(1, { commitHash: 'b'.repeat(40), branch: 'main' });
    const [third = ''] = await newScans(1, { commitHash: 'a'.repeat(40), scanTypes: ['secrets'] });
    await end(second, { errorCode: 'repo_access', error: 'gone' });
    const found = async (query: Record<string, string>) => idsOf((await list(query)).body);

    expect(await found({ commit: 'a'.repeat(40) })).toEqual([third, first]);
    expect(await found({ commit: 'A'.repeat(40), branch: 'main' })).toEqual([first]);
    expect(await found({ commit: 'c'.repeat(40) })).toEqual([]);
    expect(await found({ verdict: 'ERROR' })).toEqual([second]);
    expect(await found({ verdict: 'PASS' })).toEqual([]);
    expect(await found({ verdict: 'ERROR', status: 'completed' })).toEqual([]);
    expect(await found({ branch: 'main', verdict: 'ERROR' })).toEqual([second]);
    expect(await found({ status: 'queued' })).toEqual([third, first]);
  });

  test('filters by the trigger and by the time of creation, both ends included', async () => {
    const [first = ''] = await newScans(1, { branch: 'main' });
    const at = world.store.all('scan')[0]?.createdAt ?? '';
    const [second = ''] = await newScans(1, { commitHash: 'b'.repeat(40), branch: 'main' });
    const [third = ''] = await newScans(1, { commitHash: 'c'.repeat(40), branch: 'dev' });
    const found = async (query: Record<string, string>) => idsOf((await list(query)).body);
    const between = (a: string, ms: number) => new Date(Date.parse(a) + ms).toISOString();

    expect(await found({ to: at })).toEqual([first]);
    expect(await found({ from: at })).toEqual([third, second, first]);
    expect(await found({ from: between(at, 1) })).toEqual([third, second]);
    expect(await found({ from: between(at, 1), branch: 'main' })).toEqual([second]);
    expect(await found({ to: at, repositoryId: fixture.repository.repositoryId })).toEqual([first]);
    expect(await found({ from: '2026-03-10', to: '2026-03-10' })).toHaveLength(3);
    expect(await found({ to: '2026-03-09' })).toEqual([]);
    expect(await found({ from: '2026-03-11', branch: 'main' })).toEqual([]);
    expect(await found({ sourceTrigger: 'api' })).toHaveLength(3);
    expect(await found({ sourceTrigger: 'cli', from: at })).toEqual([]);
    expect(await walk({ from: between(at, 1), limit: '1' })).toEqual([third, second]);
    expect(await walk({ to: between(at, 1), limit: '1' })).toEqual([first]);
  });

  test('view=gate adds the repository and the verdict; null until there is one', async () => {
    const [ended = ''] = await newScans(1, { branch: 'main' });
    await end(ended, { errorCode: 'repo_access', error: 'gone' });
    const [queued = ''] = await newScans(1, { commitHash: 'b'.repeat(40) });
    const { items } = (await list({ view: 'gate' })).body as { items: Record<string, unknown>[] };
    const { fullName } = fixture.repository;
    expect(items).toMatchObject([
      { scanId: queued, fullName, verdict: null },
      {
        scanId: ended,
        fullName,
        verdict: 'ERROR',
        reason: 'scan_failed',
        summary: { severityThreshold: 'critical' },
      },
    ]);
    expect(items[0]).not.toHaveProperty('reason');
    const plainly = (await list()).body['items'] as object[];
    for (const item of plainly) expect(item).not.toHaveProperty('verdict');
  });

  test('hints that no scan names an unknown branch, and only then', async () => {
    await newScans(1, { branch: 'main' });
    expect((await list({ branch: 'mian' })).body['hint']).toContain('No scan names this branch');
    expect((await list({ branch: 'main' })).body).not.toHaveProperty('hint');
    expect((await list({ branch: 'main', status: 'completed' })).body).not.toHaveProperty('hint');
  });

  test('finds every match of a rare filter by following the cursor', async () => {
    const [first = ''] = await newScans(1, { branch: 'rare' });
    await newScans(30);
    const [last = ''] = await newScans(1, { branch: 'rare', commitHash: 'e'.repeat(40) });
    expect(await walk({ branch: 'rare', limit: '2' })).toEqual([last, first]);
  });

  test('does not list scans of another organization', async () => {
    await newScans(2);
    const other = await newOrganization(world.store);
    expect(idsOf((await list({}, { caller: other.as('owner') })).body)).toEqual([]);
  });
});

describe('400', () => {
  test.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '1.5'],
    ['limit', 'ten'],
    ['status', 'done'],
    ['verdict', 'pass'],
    ['commit', 'abc'],
    ['branch', ''],
    ['repositoryId', 'acme/shop'],
    ['order', 'asc'],
    ['view', 'all'],
    ['sourceTrigger', 'ci'],
    ['from', 'yesterday'],
  ])('invalid_query: %s=%s', async (name, value) => {
    const { status, body } = await list({ [name]: value });
    expect([status, body['code']]).toEqual([400, 'invalid_query']);
    expect(body.errors?.[0]?.pointer).toBe(`/${name}`);
  });

  const firstCursor = async () => {
    await newScans(2);
    return String((await list({ limit: '1' })).body['nextCursor']);
  };
  const expectInvalidCursor = async (cursor: string, more: CallOptions = {}) => {
    const { status, body } = await list({ cursor }, more);
    expect([status, body['code']]).toEqual([400, 'invalid_cursor']);
  };

  test('invalid_cursor: any character changed, added or removed', async () => {
    const cursor = await firstCursor();
    for (let i = 0; i < cursor.length; i++) {
      const other = cursor[i] === 'A' ? 'B' : 'A';
      await expectInvalidCursor(cursor.slice(0, i) + other + cursor.slice(i + 1));
      await expectInvalidCursor(cursor.slice(0, i) + cursor.slice(i + 1));
    }
    for (const more of ['A', '=', '!', ' ']) await expectInvalidCursor(cursor + more);
  });

  test('invalid_cursor: of the same list with another filter', async () => {
    const cursor = await firstCursor();
    await expectInvalidCursor(cursor, { query: { cursor, status: 'queued' } });
    await expectInvalidCursor(cursor, { query: { cursor, from: '2026-03-10' } });
  });

  test('invalid_query: from is after to', async () => {
    const { status, body } = await list({ from: '2026-03-11', to: '2026-03-10' });
    expect([status, body['code']]).toEqual([400, 'invalid_query']);
  });

  test('invalid_cursor: of another list, of another organization, or malformed', async () => {
    const cursor = await firstCursor();
    await newRepository(world.store, fixture.organization.organizationId);
    const { body } = await call('list-repositories', {
      caller: fixture.organization.as('member'),
      query: { limit: '1' },
    });
    await expectInvalidCursor(String(body['nextCursor']));
    await expectInvalidCursor(cursor, { caller: (await newOrganization(world.store)).as('owner') });
    await expectInvalidCursor('');
    await expectInvalidCursor('null');
  });
});

test('402: a token without API access', async () => {
  const { as } = await newOrganization(world.store, { plan: 'Starter' });
  expect((await list({}, { caller: as('owner') })).status).toBe(402);
  expect((await list({}, { caller: as('owner', 'session') })).status).toBe(200);
});
