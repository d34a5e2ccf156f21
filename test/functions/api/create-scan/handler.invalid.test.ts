import { describe, expect, test } from 'vitest';
import { world } from '#test/support/api/call-endpoint.ts';
import { commitHash, scanRequests } from '#test/support/api/scan-requests.ts';
import { newRepository } from '#test/support/world.ts';

const { fixture, create, plain, lockfileOf, expectNothingHappened } = scanRequests();

describe('422', () => {
  const expectRefused = async (body: object, code: string, pointer?: string) => {
    const answer = await create(body);
    expect([answer.status, answer.body['code']]).toEqual([422, code]);
    if (pointer !== undefined) expect(answer.body.errors?.map((part) => part.pointer)).toContain(pointer);
    await expectNothingHappened();
    return answer;
  };

  test('unknown_field: commitSha gets the hint commitHash', async () => {
    const { repositoryId } = fixture.repository;
    const { body } = await expectRefused(
      { repositoryId, commitSha: commitHash },
      'unknown_field',
      '/commitSha',
    );
    expect(body.errors?.find((part) => part.pointer === '/commitSha')?.hint).toContain('commitHash');
  });

  test('unknown_field: fullName gets a hint about how to resolve it', async () => {
    const { body } = await expectRefused(plain({ fullName: 'acme/shop' }), 'unknown_field', '/fullName');
    expect(body.errors?.[0]?.hint).toContain('repositoryId');
  });

  test('unknown_field: a name of megabytes is truncated, so that the answer stays small', async () => {
    const { text } = await expectRefused(plain({ ['k'.repeat(2_000_000)]: 1 }), 'unknown_field');
    expect(text.length).toBeLessThan(2_000);
  });

  test('unknown_field: __proto__ at any depth', async () => {
    for (const raw of [
      `{"__proto__":{"x":1},"repositoryId":"${fixture.repository.repositoryId}","commitHash":"${commitHash}"}`,
      `{"sbom":{"a":[{"__proto__":1}]}}`,
    ]) {
      const answer = await create({}, { raw });
      expect([answer.status, answer.body['code']]).toEqual([422, 'unknown_field']);
    }
    await expectNothingHappened();
  });

  test('validation_failed: a repository name instead of its id gets a hint about how to resolve it', async () => {
    const { body } = await expectRefused(
      plain({ repositoryId: 'acme/shop' }),
      'validation_failed',
      '/repositoryId',
    );
    expect(body.errors?.[0]?.hint).toContain('resolve');
  });

  test.each([
    ['a short hash', { commitHash: 'abc1234' }],
    ['a hash of 41 characters', { commitHash: 'a'.repeat(41) }],
    ['a hash that is not hexadecimal', { commitHash: 'z'.repeat(40) }],
    ['no scan types', { scanTypes: [] }],
    ['an unknown scan type', { scanTypes: ['dast'] }],
    ['an empty branch', { branch: '' }],
    ['a branch of another type', { branch: 7 }],
    ['a branch with a line break', { branch: 'main\n' }],
    ['a branch with half a character', { branch: 'a\ud800' }],
  ])('validation_failed: %s', async (_name, fields) => {
    await expectRefused(plain(fields), 'validation_failed');
  });

  test('both_artifacts', async () => {
    const body = { ...lockfileOf('package-lock.json'), sbom: { bomFormat: 'CycloneDX' } };
    await expectRefused(body, 'both_artifacts');
  });

  test('project_unit_required: an artifact without a unit', async () => {
    await expectRefused(
      { ...lockfileOf('package-lock.json'), projectUnitId: undefined },
      'project_unit_required',
      '/projectUnitId',
    );
  });

  test('project_unit_foreign: a unit of another repository of the organization', async () => {
    const other = await newRepository(world.store, fixture.organization.organizationId, [['', 'go']]);
    await expectRefused(
      plain({ projectUnitId: other.units[0]?.projectUnitId }),
      'project_unit_foreign',
      '/projectUnitId',
    );
  });

  test.each([
    '../package-lock.json',
    'a/../package-lock.json',
    'a/%2e%2e/package-lock.json',
    '/package-lock.json',
    'C:/package-lock.json',
    'c:package-lock.json',
    'a\\package-lock.json',
    'a//package-lock.json',
    './package-lock.json',
    'a\u0000/package-lock.json',
    '',
    `${'a/'.repeat(300)}package-lock.json`,
  ])('lockfile_path_invalid: %j', async (path) => {
    await expectRefused(lockfileOf(path), 'lockfile_path_invalid', '/lockfile/path');
  });

  test.each(['README.md', 'bun.lockb', 'package-lock.json.bak'])(
    'unsupported_lockfile: the name %s',
    async (path) => {
      await expectRefused(lockfileOf(path), 'unsupported_lockfile', '/lockfile/path');
    },
  );

  test('unsupported_lockfile: an unreadable lockfile costs nothing', async () => {
    world.artifactVerdict = { ok: false, code: 'unsupported_lockfile', detail: 'truncated', errors: [] };
    await expectRefused(lockfileOf('package-lock.json'), 'unsupported_lockfile');
  });

  test('sbom_invalid: each error has a JSON Pointer', async () => {
    const errors = [{ pointer: '/components/0/name', code: 'sbom_invalid', detail: 'is required' }];
    world.artifactVerdict = { ok: false, code: 'sbom_invalid', detail: 'no', errors };
    const body = {
      ...plain({ projectUnitId: fixture.repository.units[0]?.projectUnitId }),
      sbom: { bomFormat: 'x' },
    };
    await expectRefused(body, 'sbom_invalid', '/components/0/name');
  });

  test.each(['secrets', 'sast'])(
    'scan_type_not_applicable: %s by name with an artifact',
    async (scanType) => {
      await expectRefused(
        { ...lockfileOf('package-lock.json'), scanTypes: [scanType] },
        'scan_type_not_applicable',
        '/scanTypes',
      );
    },
  );

  test('scan_type_not_applicable: a dependency type by name for a unit without manifest', async () => {
    const bare = await newRepository(world.store, fixture.organization.organizationId, [['', 'source']]);
    const body = {
      repositoryId: bare.repositoryId,
      commitHash,
      projectUnitId: bare.units[0]?.projectUnitId,
      scanTypes: ['sca'],
    };
    await expectRefused(body, 'scan_type_not_applicable');
  });

  test.each([['sbom'], ['sca', 'secrets'], ['license'], ['dependency-advisor']])(
    'scan_type_not_applicable: %s by name if no known unit has dependencies',
    async (...scanTypes) => {
      const bare = await newRepository(world.store, fixture.organization.organizationId, [
        ['', 'source'],
        ['docs', 'source'],
      ]);
      const body = { repositoryId: bare.repositoryId, commitHash, scanTypes };
      await expectRefused(body, 'scan_type_not_applicable', '/scanTypes');
    },
  );

  test('a dependency type by name is accepted if one unit fits, or before the first scan', async () => {
    const { organizationId } = fixture.organization;
    const mixed = await newRepository(world.store, organizationId, [
      ['', 'source'],
      ['web', 'npm'],
    ]);
    const unread = await newRepository(world.store, organizationId);
    for (const { repositoryId } of [mixed, unread])
      expect((await create({ repositoryId, commitHash, scanTypes: ['sbom'] })).status).toBe(201);
  });

  test('idempotency_key_reused: the same key with another body', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    await create(plain(), { headers });
    const answer = await create(plain({ branch: 'other' }), { headers });
    expect([answer.status, answer.body['code']]).toEqual([422, 'idempotency_key_reused']);
  });
});
