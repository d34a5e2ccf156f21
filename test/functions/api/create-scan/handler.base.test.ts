import { describe, expect, test, vi } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { commitHash, scanRequests } from '#test/support/api/scan-requests.ts';
import { newRepository, write } from '#test/support/world.ts';

const { fixture, create, plain, lockfileOf, end } = scanRequests();
const baseCommitHash = 'B'.repeat(40);
const scanOf = (scanId: unknown) => world.store.all('scan').find((scan) => scan.scanId === scanId);

describe('201', () => {
  test('stores base and pull request, and returns both', async () => {
    const { organizationId, repositoryId } = fixture.repository;
    const url = 'https://git.example.com/acme/shop';
    const id = { organizationId, repositoryId };
    await write(world.store, [{ change: 'update', record: 'repository', id, set: { url } }]);
    const pullRequest = { number: 7, url: `${url}/pull/7` };
    const { status, body } = await create(plain({ baseCommitHash, pullRequest }));
    expect([status, body['baseCommitHash'], body['pullRequest']]).toEqual([201, 'b'.repeat(40), pullRequest]);
    const caller = fixture.organization.as('member');
    const state = await call('get-scan', { caller, params: { scanId: String(body['scanId']) } });
    expect(state.body).toMatchObject({ baseCommitHash: 'b'.repeat(40), pullRequest });
  });

  test('another base or pull request is another scan, and the same one is the same scan', async () => {
    const requests = [
      {},
      { baseCommitHash },
      { baseCommitHash: 'c'.repeat(40) },
      { baseCommitHash, pullRequest: { number: 7 } },
      { baseCommitHash, pullRequest: { number: 8 } },
    ];
    const created = [];
    for (const request of requests) created.push((await create(plain(request))).status);
    expect(created).toEqual([201, 201, 201, 201, 201]);
    const again = await create(plain({ baseCommitHash: baseCommitHash.toLowerCase() }));
    expect([again.status, again.body['deduplicated']]).toEqual([200, true]);
  });

  test('a base costs no credit and at most one call more', async () => {
    const calls = (['load', 'get', 'list', 'commit'] as const).map((name) => vi.spyOn(world.store, name));
    const counted = async (body: object) => {
      const before = calls.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      const { body: answer } = await create(body);
      return {
        answer,
        count: calls.reduce((sum, { mock }) => sum + mock.calls.length, 0) - before,
      };
    };
    const alone = await counted(plain());
    const compared = await counted(plain({ baseCommitHash }));
    expect(compared.answer['credits']).toEqual(alone.answer['credits']);
    expect(compared.count).toBe(alone.count);
    const artifact = await counted(lockfileOf('package-lock.json'));
    await end(artifact.answer['scanId']);
    const baseScanId = artifact.answer['scanId'];
    const comparedArtifact = await counted({ ...lockfileOf('package-lock.json'), baseScanId });
    expect(comparedArtifact.count - artifact.count).toBe(1);
    expect(scanOf(comparedArtifact.answer['scanId'])?.base).toEqual({ scanId: baseScanId });
    for (const spy of calls) spy.mockRestore();
  });
});

describe('404', () => {
  test('scan_not_found: an unknown baseScanId, or one of another organization', async () => {
    const baseScanId = '00000000-0000-7000-8000-000000000000';
    const { status, body } = await create({ ...lockfileOf('package-lock.json'), baseScanId });
    expect([status, body['code']]).toEqual([404, 'scan_not_found']);
  });
});

describe('422', () => {
  const expectInvalid = async (body: object, pointer: string) => {
    const answer = await create(body);
    expect([answer.status, answer.body['code']]).toEqual([422, 'validation_failed']);
    expect(answer.body.errors?.map((part) => part.pointer)).toContain(pointer);
  };

  test('validation_failed: a short base hash', () =>
    expectInvalid(plain({ baseCommitHash: 'abc1234' }), '/baseCommitHash'));

  test('validation_failed: a base hash of the other object format', () =>
    expectInvalid(plain({ baseCommitHash: 'b'.repeat(64) }), '/baseCommitHash'));

  test('validation_failed: both kinds of base', () =>
    expectInvalid(
      {
        ...lockfileOf('package-lock.json'),
        baseCommitHash,
        baseScanId: '00000000-0000-7000-8000-000000000000',
      },
      '/baseScanId',
    ));

  test('validation_failed: a commit as the base of an artifact, a scan as the base of a commit', async () => {
    await expectInvalid({ ...lockfileOf('package-lock.json'), baseCommitHash }, '/baseCommitHash');
    await expectInvalid(plain({ baseScanId: '00000000-0000-7000-8000-000000000000' }), '/baseScanId');
  });

  test('validation_failed: a base scan of another repository, or one that has not completed', async () => {
    const { organizationId } = fixture.organization;
    const other = await newRepository(world.store, organizationId, [['', 'npm']]);
    const foreign = await create({ repositoryId: other.repositoryId, commitHash });
    await end(foreign.body['scanId']);
    const of = (baseScanId: unknown) => ({ ...lockfileOf('package-lock.json'), baseScanId });
    await expectInvalid(of(foreign.body['scanId']), '/baseScanId');
    const active = await create(lockfileOf('package-lock.json'));
    await expectInvalid(of(active.body['scanId']), '/baseScanId');
  });

  test.each([
    [{ number: 7, url: 'https://elsewhere.example.com/pull/7' }, '/pullRequest/url'],
    [{ number: 7, url: 'javascript:alert(1)' }, '/pullRequest/url'],
    [{ number: 7, url: 'no url' }, '/pullRequest/url'],
    [{ number: 7, url: `https://git.example.com/${'ü'.repeat(300)}` }, '/pullRequest/url'],
    [{ number: 0 }, '/pullRequest/number'],
    [{ number: 1.5 }, '/pullRequest/number'],
  ])('validation_failed: the pull request %j', (pullRequest, pointer) =>
    expectInvalid(plain({ baseCommitHash, pullRequest }), pointer),
  );

  test('unknown_field: baseBranch gets the hint baseCommitHash', async () => {
    const { body } = await create(plain({ baseBranch: 'main' }));
    expect(body['code']).toBe('unknown_field');
    expect(body.errors?.[0]?.hint).toContain('baseCommitHash');
  });
});
