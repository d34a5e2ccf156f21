import { beforeEach, describe, expect, test } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { repositoryCalls, repositorySecret } from '#test/support/api/repository-calls.ts';
import { later, newOrganization, testIds, write, type TestOrganization } from '#test/support/world.ts';
import { SourceFailure } from '#ports/git-sources.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const { connect, change, disconnect } = repositoryCalls(() => organization);

const connected = async (more: object = {}): Promise<string> => {
  const url = 'https://git.example.com/acme/shop';
  return String((await connect({ url, ...more })).body['repositoryId']);
};
const stored = (repositoryId: string) =>
  world.store.all('repository').find((one) => one.repositoryId === repositoryId);
const namesOf = () =>
  Object.fromEntries(world.store.all('repositoryName').map((one) => [one.name, one.repositoryId]));
const events = () => world.store.all('auditEvent').filter(({ action }) => action === 'repository.changed');

describe('200', () => {
  test('changes name, default branch and credential together; the id stays', async () => {
    const repositoryId = await connected();
    const { status, body } = await change(repositoryId, {
      fullName: 'Acme/Store',
      defaultBranch: 'develop',
      credential: { secret: repositorySecret },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      repositoryId,
      fullName: 'Acme/Store',
      defaultBranch: 'develop',
      hasCredential: true,
      latest: null,
      scannable: true,
    });
    expect(JSON.stringify(body)).not.toContain(repositorySecret);
    expect(namesOf()).toEqual({ 'acme/shop': '', 'acme/store': repositoryId });
    expect(world.sealed).toEqual([repositorySecret]);
  });

  test('the old name is free for another repository, and the position among the oldest stays', async () => {
    const repositoryId = await connected();
    const { connectedAt } = stored(repositoryId) ?? {};
    await change(repositoryId, { fullName: 'acme/store' });
    const other = await connected();
    expect(namesOf()).toEqual({ 'acme/shop': other, 'acme/store': repositoryId });
    const moved = world.store.all('repositoryName').find(({ name }) => name === 'acme/store');
    expect(moved?.connectedAt).toBe(connectedAt);
  });

  test('another case of the same name needs no new reservation', async () => {
    const repositoryId = await connected();
    const { body } = await change(repositoryId, { fullName: 'ACME/Shop' });
    expect(body['fullName']).toBe('ACME/Shop');
    expect(namesOf()).toEqual({ 'acme/shop': repositoryId });
  });

  test('null removes the credential', async () => {
    const repositoryId = await connected({ credential: { secret: repositorySecret } });
    expect((await change(repositoryId, { credential: null })).body['hasCredential']).toBe(false);
    expect(stored(repositoryId)).not.toHaveProperty('credential');
  });

  test('further reviewed branches are set as a whole, cleared by an empty list, and recorded', async () => {
    const repositoryId = await connected();
    const branches = ['release/1', 'release/2', 'release/1'];
    const { body } = await change(repositoryId, { reviewedBranches: branches });
    expect(body['reviewedBranches']).toEqual(['release/1', 'release/2']);
    expect(stored(repositoryId)?.reviewedBranches).toEqual(['release/1', 'release/2']);
    await change(repositoryId, { reviewedBranches: [] });
    expect(stored(repositoryId)).not.toHaveProperty('reviewedBranches');
    expect(events().map(({ after }) => after)).toEqual([
      { reviewedBranches: ['release/1', 'release/2'] },
      expect.anything(),
    ]);
  });

  test('turns the reuse of results off and on again, with audit events', async () => {
    const repositoryId = await connected();
    expect((await change(repositoryId, { reuse: 'off' })).body['reuse']).toBe('off');
    expect(stored(repositoryId)?.reuse).toBe('off');
    expect((await change(repositoryId, { fullName: 'Acme/Other' })).body['reuse']).toBe('off');
    expect((await change(repositoryId, { reuse: 'on' })).body['reuse']).toBe('on');
    expect(stored(repositoryId)).not.toHaveProperty('reuse');
    const changes = events().filter(({ after }) => after?.['reuse'] !== undefined);
    expect(changes.map(({ before, after }) => [before, after])).toEqual([
      [{ reuse: 'on' }, { reuse: 'off' }],
      [{ reuse: 'off' }, { reuse: 'on' }],
    ]);
    expect((await change(repositoryId, { reuse: 'maybe' })).status).toBe(422);
  });

  test('ends a pause after failures, with an audit event; the failures still count', async () => {
    const repositoryId = await connected();
    const id = { organizationId: organization.organizationId, repositoryId };
    const set = { failures: 10, pausedUntil: later(600).toISOString() };
    await write(world.store, [{ change: 'update', record: 'repository', id, set }]);
    expect((await change(repositoryId, { reuse: 'on' })).status).toBe(200);
    expect(stored(repositoryId)).toMatchObject({ failures: 10 });
    expect(stored(repositoryId)).not.toHaveProperty('pausedUntil');
    expect(events().at(-1)?.after).toMatchObject({ pauseEnded: true });
  });

  test('records who changed what, and never the credential', async () => {
    const repositoryId = await connected({ credential: { secret: 'the-first' } });
    await change(repositoryId, { defaultBranch: 'develop', credential: { secret: 'the-second' } });
    expect(events()).toMatchObject([
      {
        target: repositoryId,
        before: { defaultBranch: 'main' },
        after: { defaultBranch: 'develop', credentialChanged: true },
      },
    ]);
    expect(JSON.stringify(events())).not.toMatch(/the-first|the-second|sealed/);
  });

  test('looks up the branch of a private repository with its stored credential, which stays encrypted', async () => {
    const repositoryId = await connected({ credential: { secret: repositorySecret } });
    const { status, body } = await change(repositoryId, { defaultBranch: 'develop' });
    expect([status, body['defaultBranch']]).toEqual([200, 'develop']);
    const { credential } = stored(repositoryId) ?? {};
    expect(world.asked.at(-1)).toMatchObject({ repository: { credential }, branch: 'develop' });
    expect((await change(repositoryId, { defaultBranch: 'anything' })).status).toBe(422);
  });

  test('calls no host for a new name, or for the current branch', async () => {
    const repositoryId = await connected();
    const asked = world.asked.length;
    await change(repositoryId, { fullName: 'acme/store', defaultBranch: 'main' });
    expect(world.asked).toHaveLength(asked);
  });

  test.each([{}, { fullName: 'acme/shop', defaultBranch: 'main' }])('%j changes nothing', async (body) => {
    const repositoryId = await connected();
    const before = allRecords(world.store);
    expect((await change(repositoryId, body)).status).toBe(200);
    expect(allRecords(world.store)).toEqual(before);
  });
});

describe('refusals leave everything unchanged', () => {
  /** Everything except the count of requests to hosts, which includes refusals. */
  const records = () => ({ ...allRecords(world.store), rateMinute: [] });
  const expectRefused = async (repositoryId: string, body: object, expected: unknown[]) => {
    const before = records();
    const answer = await change(repositoryId, body);
    expect([answer.status, answer.body['code'], answer.body.errors?.[0]?.pointer]).toEqual(expected);
    expect(records()).toEqual(before);
    return answer;
  };

  test('409: a name that another connected repository has', async () => {
    const repositoryId = await connected();
    await connected({ url: 'https://git.example.com/acme/other' });
    await expectRefused(repositoryId, { fullName: 'acme/OTHER' }, [409, 'conflict', undefined]);
  });

  test('422: a branch that the host does not have', async () => {
    const repositoryId = await connected();
    await expectRefused(repositoryId, { defaultBranch: 'mian' }, [
      422,
      'validation_failed',
      '/defaultBranch',
    ]);
  });

  test('422: a credential that the host refuses', async () => {
    const repositoryId = await connected();
    world.sourceFailure = new SourceFailure('repo_access', 'The credential is refused.');
    const answer = await expectRefused(repositoryId, { credential: { secret: 'wrong' } }, [
      422,
      'repository_unreachable',
      undefined,
    ]);
    expect(answer.body['errorCode']).toBe('repo_access');
  });

  test.each([
    ['/name', { name: 'acme/store' }, 'Use fullName.'],
    ['/url', { url: 'https://git.example.com/acme/other' }, 'connect it'],
  ])('422: %s is unknown, with a hint', async (pointer, body, hint) => {
    const answer = await expectRefused(await connected(), body, [422, 'unknown_field', pointer]);
    expect(answer.body.errors?.[0]?.hint).toContain(hint);
  });

  test('404: unknown, of another organization, or disconnected', async () => {
    const repositoryId = await connected();
    const other = await newOrganization(world.store);
    const body = { fullName: 'acme/store' };
    expect((await change(repositoryId, body, other.as('owner'))).body['code']).toBe('repository_not_found');
    expect((await change(testIds.uuid(), body)).status).toBe(404);
    await disconnect(repositoryId);
    expect((await change(repositoryId, body)).status).toBe(404);
  });

  test('403 for a member', async () => {
    const repositoryId = await connected();
    expect((await change(repositoryId, {}, organization.as('member'))).status).toBe(403);
  });
});

test('two concurrent changes are both made, and the names agree with the record', async () => {
  const repositoryId = await connected();
  await Promise.all([
    change(repositoryId, { fullName: 'acme/one' }),
    change(repositoryId, { fullName: 'acme/two' }),
    change(repositoryId, { defaultBranch: 'develop' }),
  ]);
  const { fullName = '', defaultBranch } = stored(repositoryId) ?? {};
  expect(defaultBranch).toBe('develop');
  const held = Object.entries(namesOf()).filter(([, holder]) => holder !== '');
  expect(held).toEqual([[fullName, repositoryId]]);
});
