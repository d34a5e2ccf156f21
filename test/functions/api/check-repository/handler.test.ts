import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sourceChecksPerMinute } from '@scangate/domain/repositories/source-check-rate';
import { SourceFailure } from '#ports/git-sources.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { repositorySecret, repositoryUrl } from '#test/support/api/repository-calls.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { later, newOrganization, noon, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  vi.setSystemTime(noon);
  resetWorld();
  organization = await newOrganization(world.store, { plan: 'Free' });
});

const check = (body: object = { url: repositoryUrl }, caller = organization.as('admin', 'session')) =>
  call('check-repository', { caller, body });

describe('200', () => {
  test('returns the provider and the default branch that the host reports', async () => {
    const { status, body } = await check({ url: repositoryUrl, credential: { secret: repositorySecret } });
    expect([status, body]).toEqual([200, { provider: 'git', defaultBranch: 'main' }]);
  });

  test('the URL and the credential are not stored, and no repository is connected', async () => {
    await check({ url: repositoryUrl, credential: { username: 'bot', secret: repositorySecret } });
    const stored = JSON.stringify(allRecords(world.store));
    expect(stored).not.toMatch(/git\.example\.com|the-secret|bot/);
    expect(world.store.all('repository')).toEqual([]);
  });

  test('the host is called with a credential that is encrypted for this check only', async () => {
    for (let tried = 0; tried < 2; tried++)
      await check({ url: repositoryUrl, credential: { secret: repositorySecret } });
    const ids = world.asked.map(({ repository }) => repository.repositoryId);
    expect(new Set(ids).size).toBe(2);
    expect(world.asked[0]?.repository.credential?.ciphertext).not.toBe(repositorySecret);
  });
});

describe('refusals', () => {
  test.each([
    ['http://git.example.com/acme/shop', 'repository_url_invalid'],
    ['ssh://git.example.com/acme/shop', 'repository_url_invalid'],
    ['https://user:secret@git.example.com/acme/shop', 'repository_url_invalid'],
    ['git@git.example.com:acme/shop', 'repository_url_invalid'],
  ])('422: %s', async (url, code) => {
    const { status, body } = await check({ url });
    expect([status, body['code']]).toEqual([422, code]);
    expect(JSON.stringify(body)).not.toContain('secret@');
    expect(world.asked).toEqual([]);
  });

  test('422: a refusal by the host is the same problem as when connecting', async () => {
    world.sourceFailure = new SourceFailure('pat_required', 'The host wants a credential.');
    const tried = await check();
    const connected = await call('connect-repository', {
      caller: organization.as('admin', 'session'),
      body: { url: repositoryUrl },
    });
    const told = ({ body }: typeof tried) => [body['code'], body['errorCode'], body['detail']];
    expect(told(tried)).toEqual(told(connected));
    expect(told(tried)[0]).toBe('repository_unreachable');
  });

  test('429: an organization may try a limited number per minute, whoever calls, and more in the next one', async () => {
    for (let tried = 0; tried < sourceChecksPerMinute; tried++)
      expect((await check(undefined, organization.as(tried % 2 ? 'owner' : 'admin', 'session'))).status).toBe(
        200,
      );
    vi.setSystemTime(later(20));
    const { status, body, headers } = await check();
    expect([status, body['code'], body['limit']]).toEqual([429, 'rate_limited', 'organization']);
    expect(headers['Retry-After']).toBe('40');
    expect(world.asked).toHaveLength(sourceChecksPerMinute);
    const other = await newOrganization(world.store, { plan: 'Free' });
    expect((await check(undefined, other.as('owner', 'session'))).status).toBe(200);
    vi.setSystemTime(later(60));
    expect((await check()).status).toBe(200);
  });

  test('429: twice as many concurrent checks stay within the limit', async () => {
    const all = await Promise.all(Array.from({ length: 2 * sourceChecksPerMinute }, () => check()));
    const passed = all.filter(({ status }) => status === 200);
    expect(passed).toHaveLength(sourceChecksPerMinute);
    expect(world.asked.length).toBe(passed.length);
  });

  describe('429: other requests that call a user-supplied host count, too', () => {
    const admin = () => organization.as('admin', 'session');
    const connect = (name: string) =>
      call('connect-repository', {
        caller: admin(),
        body: { url: `https://git.example.com/acme/${name}`, credential: { secret: repositorySecret } },
      });
    const connected = async () => {
      const { status, body } = await connect('shop');
      expect(status).toBe(201);
      return { repositoryId: String(body['repositoryId']) };
    };
    const checkUntil = async (count: number) => {
      while (world.asked.length < count) expect((await check()).status).toBe(200);
    };

    test('connecting, whatever the host answers', async () => {
      world.sourceFailure = new SourceFailure('pat_required', 'The host wants a credential.');
      const refusals: unknown[] = [];
      for (let tried = 0; tried < sourceChecksPerMinute; tried++)
        refusals.push((await connect(`r${tried}`)).body['code']);
      expect(new Set(refusals)).toEqual(new Set(['repository_unreachable']));
      const { status, body, headers } = await connect('more');
      expect([status, body['code'], headers['Retry-After']]).toEqual([429, 'rate_limited', '60']);
      expect(world.asked).toHaveLength(sourceChecksPerMinute);
      expect((await check()).status).toBe(429);
    });

    test('a new credential and a new default branch, and no other change', async () => {
      const params = await connected();
      await checkUntil(sourceChecksPerMinute - 1);
      const change = (body: object) => call('change-repository', { caller: admin(), params, body });
      const statuses: number[] = [];
      for (const secret of ['first', 'second'])
        statuses.push((await change({ credential: { secret } })).status);
      statuses.push((await change({ defaultBranch: 'other' })).status);
      statuses.push((await change({ reuse: 'off' })).status);
      expect(statuses).toEqual([200, 429, 429, 200]);
      expect(world.asked).toHaveLength(sourceChecksPerMinute);
    });

    test('branches of a connected repository are still listed', async () => {
      const params = await connected();
      await checkUntil(sourceChecksPerMinute);
      expect((await check()).status).toBe(429);
      expect((await call('list-branches', { caller: admin(), params })).status).toBe(200);
    });

    test('a request that is refused before the host is called does not count', async () => {
      await connected();
      expect((await connect('shop')).status).toBe(409);
      expect(world.store.all('rateMinute')).toMatchObject([{ sourceChecks: 1 }]);
    });
  });

  test('a minute that the authorizer already counts is continued', async () => {
    const { organizationId } = organization;
    const minute = Math.floor(noon.getTime() / 60_000);
    const item = { organizationId, minute, requests: 48, expiresAt: later(3_600).toISOString() };
    await world.store.commit([{ change: 'insert', record: 'rateMinute', item }]);
    await check();
    await check();
    expect(world.store.all('rateMinute')).toEqual([{ ...item, sourceChecks: 2 }]);
  });

  test('403: a member, and a pipeline', async () => {
    expect((await check(undefined, organization.as('member', 'session'))).body['code']).toBe('role_required');
    const paying = await newOrganization(world.store);
    expect((await check(undefined, paying.as('admin', 'pipeline'))).body['code']).toBe('person_required');
  });
});
