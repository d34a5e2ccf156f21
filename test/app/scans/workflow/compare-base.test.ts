import { expect, test, vi } from 'vitest';
import { indexOf, osvRecord } from '#test/engines/sca/advisory-fixtures.ts';
import { runExecution } from '#test/support/scans/run-execution.ts';
import { baseCommitHash, baseWorld, leakedKey, lock } from './base-world.ts';

const clean = { 'package-lock.json': lock({ right: '1.0.0' }) };
const vulnerable = { 'package-lock.json': lock({ left: '1.0.0' }) };
const leaking = (letter?: string) => ({ 'deploy.sh': `export AWS_ACCESS_KEY_ID=${leakedKey(letter)}\n` });

test('a change that introduces a vulnerability fails, and one that keeps an old one passes', async () => {
  const introducing = await baseWorld({ head: vulnerable, base: clean }).scanHead();
  expect(introducing.ended?.pullRequestCheck).toMatchObject({
    verdict: 'FAIL',
    reasons: ['introduced_vulnerabilities'],
    severityThreshold: 'high',
    base: { commitHash: baseCommitHash, verified: true },
    introduced: { vulnerabilities: { total: 1, dependencies: 1 } },
  });
  const keeping = await baseWorld({
    head: { ...vulnerable, 'README.md': 'new' },
    base: vulnerable,
  }).scanHead();
  expect(keeping.ended?.pullRequestCheck).toMatchObject({
    verdict: 'PASS',
    reasons: ['no_new_issues'],
    unchanged: { vulnerabilities: { total: 1 } },
  });
});

test('the verdict is the same with and without a base', async () => {
  const files = { head: { ...vulnerable, ...leaking() }, base: vulnerable };
  const { ended: compared } = await baseWorld(files).scanHead();
  const { ended: alone } = await baseWorld(files, {}).scanHead();
  expect(compared?.verdict?.reasons).toEqual(alone?.verdict?.reasons);
  expect(compared?.verdict?.summary).toEqual(alone?.verdict?.summary);
  expect(alone?.pullRequestCheck).toBeUndefined();
});

test('a change that fixes one finding and leaves another passes, and counts both', async () => {
  const { ended } = await baseWorld({
    head: { ...clean, ...leaking() },
    base: { ...vulnerable, ...leaking() },
  }).scanHead();
  expect(ended?.pullRequestCheck).toMatchObject({
    verdict: 'PASS',
    fixed: { vulnerabilities: { total: 1 } },
    unchanged: { secrets: { total: 1 } },
    introduced: { vulnerabilities: { total: 0 }, secrets: { total: 0 } },
  });
});

test('another key in the place of an old one counts as introduced', async () => {
  const { ended } = await baseWorld({
    head: { ...clean, ...leaking('X') },
    base: { ...clean, ...leaking('Q') },
  }).scanHead();
  expect(ended?.pullRequestCheck?.reasons).toEqual(['introduced_secrets']);
});

test('a suppression of the judged commit suppresses nothing and is proposed; that of the base counts', async () => {
  const suppressed = { ...clean, ...leaking(), '.scangateignore': '**\n' };
  const opened = await baseWorld({ head: suppressed, base: clean }).scanHead();
  expect(opened.ended?.pullRequestCheck).toMatchObject({
    verdict: 'FAIL',
    reasons: ['introduced_secrets'],
    suppressionsProposed: [{ file: '.scangateignore', line: 1, entry: '**' }],
  });
  expect(opened.ended?.verdict?.verdict).toBe('FAIL');
  const reviewed = await baseWorld({
    head: suppressed,
    base: { ...clean, '.scangateignore': '**\n' },
  }).scanHead();
  expect(reviewed.ended?.pullRequestCheck).toMatchObject({ verdict: 'PASS', suppressionsProposed: [] });
  expect(reviewed.ended?.verdict?.verdict).toBe('PASS');
});

test('an allow comment counts when the reviewed side has it over the same line, even in a changed file and a unit', async () => {
  const line = (letter: string) =>
    `export KEY=${leakedKey(letter)} # scangate:allow aws-access-key-id rotated\n`;
  const tree = (script: string) => ({ ...clean, 'web/package-lock.json': lock({}), 'web/deploy.sh': script });
  const kept = await baseWorld({ head: tree(`#!/bin/sh\n${line('Q')}`), base: tree(line('Q')) }).scanHead();
  expect([kept.ended?.verdict?.verdict, kept.ended?.pullRequestCheck?.verdict]).toEqual(['PASS', 'PASS']);
  const added = await baseWorld({
    head: tree(`${line('Q')}${line('X')}`),
    base: tree(line('Q')),
  }).scanHead();
  expect(added.ended?.verdict?.reasons).toEqual(['critical_secrets_found']);
  expect(added.ended?.pullRequestCheck).toMatchObject({
    reasons: ['introduced_secrets'],
    introduced: { secrets: { total: 1 } },
    suppressionsProposed: [{ file: 'web/deploy.sh' }],
  });
});

test('a comment in capitals or in UTF-16, which is not recognized, allows nothing', async () => {
  const line = `export KEY=${leakedKey()} # SCANGATE:ALLOW aws-access-key-id mine\n`;
  const { ended } = await baseWorld({ head: { ...clean, 'deploy.sh': line }, base: clean }).scanHead();
  expect(ended?.pullRequestCheck?.reasons).toEqual(['introduced_secrets']);
  const wide = `\uFEFF${line.replace('SCANGATE:ALLOW', 'scangate:allow')}`;
  const world = baseWorld({ head: clean, base: clean });
  world.world.sources.readAs = (path) => (path === 'deploy.sh' ? 'utf16le' : 'utf8');
  world.world.sources.commits.set('c'.repeat(40), { ...clean, 'deploy.sh': wide });
  expect((await world.scanHead()).ended?.pullRequestCheck?.reasons).toEqual(['introduced_secrets']);
});

test('dependencies that are no longer assessed fail the check', async () => {
  const { ended } = await baseWorld({
    head: { 'package-lock.json': '{"lockfileVersion": 3, "packages": {', 'web/package-lock.json': lock({}) },
    base: { ...clean, 'web/package-lock.json': lock({}) },
  }).scanHead();
  expect(ended?.pullRequestCheck).toMatchObject({
    verdict: 'FAIL',
    reasons: ['coverage_dropped'],
    coverageDropped: [{ dimension: 'dependencies', path: 'package-lock.json' }],
  });
});

test('a lockfile that is removed below another one fails the check while its manifest stays', async () => {
  const root = { ...clean, 'package.json': '{"dependencies":{"right":"1.0.0"}}' };
  const manifest = { 'web/package.json': '{"dependencies":{"left":"1.0.0"}}' };
  const locked = { 'web/package-lock.json': lock({ left: '1.0.0' }) };
  const { ended } = await baseWorld({
    head: { ...root, ...manifest },
    base: { ...root, ...manifest, ...locked },
  }).scanHead();
  expect(ended?.pullRequestCheck).toMatchObject({
    verdict: 'FAIL',
    reasons: ['coverage_dropped'],
    coverageDropped: [{ dimension: 'dependencies', path: 'web/package.json' }],
  });
});

test.each([
  ['npm', { 'package-lock.json': lock({ right: '1.0.0' }) }],
  ['Yarn', { 'yarn.lock': '# yarn lockfile v1\n\nright@1.0.0:\n  version "1.0.0"\n' }],
])('a lockfile of %s without its manifest hides no lockfile that is removed below it', async (_, root) => {
  const manifest = { 'web/package.json': '{"dependencies":{"left":"1.0.0"}}' };
  const locked = { 'web/package-lock.json': lock({ left: '1.0.0' }) };
  const drop = [{ dimension: 'dependencies', path: 'web/package.json' }];
  for (const before of [root, {}]) {
    const files = { head: { ...root, ...manifest }, base: { ...before, ...manifest, ...locked } };
    const { ended } = await baseWorld(files).scanHead();
    expect(ended?.pullRequestCheck).toMatchObject({ verdict: 'FAIL', coverageDropped: drop });
  }
});

test('with a base that has nothing to scan, every finding counts as introduced', async () => {
  const request = { baseCommitHash, scanTypes: ['sca' as const] };
  const { ended } = await baseWorld({ head: vulnerable, base: { 'README.md': 'x' } }, request).scanHead();
  expect(ended?.pullRequestCheck?.introduced).toEqual({
    vulnerabilities: expect.objectContaining({ total: 1 }),
  });
});

test('the units of a base cost nothing and leave neither findings nor an SBOM', async () => {
  const { store, world, scanHead } = baseWorld({ head: clean, base: vulnerable });
  const { ended } = await scanHead();
  const alone = baseWorld({ head: clean, base: vulnerable }, {});
  const { ended: without } = await alone.scanHead();
  expect(ended?.units.map(({ charge }) => charge)).toEqual(without?.units.map(({ charge }) => charge));
  expect(store.all('ledgerEntry')).toHaveLength(alone.store.all('ledgerEntry').length);
  const names = [...world.blobs.objects.keys()].filter((name) => name.includes('/base/'));
  expect(names.map((name) => name.split('/').at(-1))).toEqual(['assessment.json']);
  expect([...world.blobs.objects.keys()].filter((name) => name.startsWith('work/'))).toEqual([]);
  expect(store.all('scan')).toHaveLength(1);
});

test('two scans with one base assess it once', async () => {
  const { store, world, scanHead, scanNext } = baseWorld({ head: vulnerable, base: clean });
  const first = await scanHead();
  const fetched = world.sources.requested.length;
  const second = await scanNext(first, { hash: 'e'.repeat(40), files: vulnerable, baseCommitHash });
  expect(second.reached.base?.state).toBe('ready');
  expect(second.ended?.pullRequestCheck?.reasons).toEqual(['introduced_vulnerabilities']);
  expect(world.sources.requested.length - fetched).toBe(1);
  expect(store.all('baseScan')).toMatchObject([{ state: 'completed', scanId: first.scan.scanId }]);
});

test('a completed equal scan of the base is used as the base, and is named', async () => {
  const { create, scanNext, world } = baseWorld({ head: clean, base: clean });
  world.sources.history.add(baseCommitHash);
  const created = await create();
  const scanned = await scanNext(created, { hash: baseCommitHash, files: clean });
  const fetched = world.sources.requested.length;
  const { ended, reached } = await scanNext(created, {
    hash: 'e'.repeat(40),
    files: vulnerable,
    baseCommitHash,
  });
  expect(reached.base?.state).toBe('ready');
  expect(world.sources.requested.length - fetched).toBe(1);
  expect(ended?.pullRequestCheck).toMatchObject({
    verdict: 'FAIL',
    base: { commitHash: baseCommitHash, scanId: scanned.ended?.scanId, verified: true },
  });
});

test('an advisory that was published after the base was scanned introduces nothing', async () => {
  const { ports, create, scanNext } = baseWorld({ head: vulnerable, base: vulnerable });
  const known = ports.advisories.load;
  ports.advisories.load = async () => indexOf(osvRecord({ name: 'another' }));
  const created = await create();
  await scanNext(created, { hash: baseCommitHash, files: vulnerable });
  ports.advisories.load = known;
  const { ended } = await scanNext(created, { hash: 'e'.repeat(40), files: vulnerable, baseCommitHash });
  expect(ended?.pullRequestCheck).toMatchObject({
    verdict: 'PASS',
    unchanged: { vulnerabilities: { total: 1 } },
  });
});

test('an artifact is compared with an earlier scan, without proof of succession', async () => {
  const { create, scanNext, world } = baseWorld({ head: clean, base: clean });
  const created = await create();
  const projectUnitId = created.repository.units[0]?.projectUnitId ?? '';
  const artifact = async (packages: Record<string, string>, baseScanId?: string) => {
    const content = lock(packages);
    const request = {
      hash: 'f'.repeat(40),
      files: {},
      projectUnitId,
      lockfile: { path: 'package-lock.json', content },
      ...(baseScanId !== undefined && { baseScanId }),
    };
    world.blobs.get = (
      (get) => async (key, options) =>
        key.area === 'incoming' ? Buffer.from(content) : get.call(world.blobs, key, options)
    )(world.blobs.get);
    return scanNext(created, request);
  };
  const before = await artifact({ right: '1.0.0' });
  const { ended } = await artifact({ left: '1.0.0' }, before.ended?.scanId);
  expect(ended?.pullRequestCheck?.base).toEqual({ scanId: before.ended?.scanId, verified: false });
});

test('a scan whose base is stored reads at most twice more, and writes nothing more', async () => {
  const { store, scanHead, scanNext } = baseWorld({ head: vulnerable, base: clean });
  const first = await scanHead();
  const reads = (['get', 'load', 'list'] as const).map((name) => vi.spyOn(store, name));
  const writes = vi.spyOn(store, 'commit');
  const counted = async (hash: string, request: object) => {
    const readsBefore = reads.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    const writesBefore = writes.mock.calls.length;
    await scanNext(first, { hash: hash.repeat(40), files: vulnerable, ...request });
    return [
      reads.reduce((sum, { mock }) => sum + mock.calls.length, 0) - readsBefore,
      writes.mock.calls.length - writesBefore,
    ];
  };
  const [aloneReads = 0, aloneWrites] = await counted('1', {});
  const [comparedReads = 0, comparedWrites] = await counted('2', { baseCommitHash });
  expect(comparedReads - aloneReads).toBeLessThanOrEqual(2);
  expect(comparedWrites).toBe(aloneWrites);
});

test('with secrets that are verified, the assessments of the head and of the base are each read once', async () => {
  const { store, world, ports, create, scanOf } = baseWorld({ head: vulnerable, base: clean });
  const { ref, scan } = await create();
  for (const { organizationId, digest, policy } of store.all('policy'))
    await store.commit([
      {
        change: 'update',
        record: 'policy',
        id: { organizationId, digest },
        set: { policy: { ...policy, verifySecrets: 'on' } },
      },
    ]);
  const get = vi.spyOn(world.blobs, 'get');
  const readings = () => {
    const reads = get.mock.calls.map(([{ name }]) => name).filter((name) => name.endsWith('assessment.json'));
    return Object.values(Object.groupBy(reads, (name) => name)).map((names) => names?.length);
  };
  await runExecution(ref, ports, {
    run: async (name, work) => {
      if (name === 'compare-base') get.mockClear();
      return work();
    },
  });
  expect(scanOf(scan.scanId)?.pullRequestCheck?.reasons).toEqual(['introduced_vulnerabilities']);
  expect(readings()).toEqual([1, 1]);
});
