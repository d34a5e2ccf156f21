import { expect, test } from 'vitest';
import { runExecution } from '#test/support/scans/run-execution.ts';
import { commitHash, taskContextAt } from '#test/support/scans/workflow.ts';
import { later } from '#test/support/world.ts';
import { ScanEnded } from '#app/scans/scan-end.ts';
import type { ScanRef } from '#app/scans/load-scan.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { prepareBase } from '#app/scans/workflow/prepare-base.ts';
import { SourceFailure } from '#ports/git-sources.ts';
import { publishedFrom, publishedOf } from '#test/corpora/maven-trees/engine-tree.ts';
import { dep, pomXml, published } from '#test/corpora/maven-trees/maven-case.ts';
import { baseCommitHash, baseWorld, lock } from './base-world.ts';

const clean = { 'package-lock.json': lock({ right: '1.0.0' }) };
const cancel = (ref: ScanRef, ports: object) =>
  endScan({ ...ref, outcomeOf: () => ({ status: 'cancelled' }) }, ports as never, later(30));
const vulnerable = { 'package-lock.json': lock({ left: '1.0.0' }) };

test('base_not_reviewed: a base that no reviewed branch has', async () => {
  const { world, scanHead } = baseWorld({ head: clean, base: clean });
  world.sources.tips.set('main', 'd'.repeat(40));
  const { ended, reached } = await scanHead();
  expect(reached.base).toMatchObject({ state: 'unavailable', reason: 'base_not_reviewed' });
  expect(ended?.pullRequestCheck).toMatchObject({
    verdict: 'ERROR',
    reason: 'base_not_reviewed',
    severityThreshold: 'high',
  });
  expect(ended?.verdict?.verdict).toBe('PASS');
});

test('base_not_available: a base that the host does not have, or has in another repository', async () => {
  const { world, scanHead } = baseWorld({ head: clean });
  world.sources.tips.set('main', 'd'.repeat(40));
  world.sources.commits.set('d'.repeat(40), clean);
  const { ended } = await scanHead();
  expect(ended?.pullRequestCheck).toMatchObject({ verdict: 'ERROR', reason: 'base_not_available' });
  expect(ended?.verdict?.verdict).toBe('PASS');
});

test('base_not_available: a base that can be proven but not fetched', async () => {
  const { store, scanHead } = baseWorld({ head: clean });
  const { ended } = await scanHead();
  expect(ended?.pullRequestCheck).toMatchObject({ verdict: 'ERROR', reason: 'base_not_available' });
  const [row] = store.all('baseScan');
  expect(row && row.expiresAt < later(60).toISOString()).toBe(true);
});

test('base_not_available: a host that does not report its tip', async () => {
  const { world, scanHead } = baseWorld({ head: clean, base: clean });
  world.sources.resolveBranch = async () => {
    throw new SourceFailure('repo_access', 'No.');
  };
  const { ended } = await scanHead();
  expect(ended?.pullRequestCheck?.reason).toBe('base_not_available');
  expect([ended?.verdict?.verdict, ended?.reviewed]).toEqual(['PASS', undefined]);
});

test('no_new_issues: a base that is the head, on the reviewed side', async () => {
  const { world, store, scanHead } = baseWorld({ head: vulnerable }, { baseCommitHash: commitHash });
  world.sources.tips.set('main', commitHash);
  const { ended } = await scanHead();
  expect(ended?.pullRequestCheck).toMatchObject({
    verdict: 'PASS',
    reason: 'no_new_issues',
    unchanged: { vulnerabilities: { total: 1 } },
  });
  expect(store.all('baseScan')).toEqual([]);
});

test('base_not_reviewed: a base that is the head of a pull request', async () => {
  const { world, scanHead } = baseWorld({ head: vulnerable }, { baseCommitHash: commitHash });
  world.sources.tips.set('main', 'd'.repeat(40));
  world.sources.commits.set('d'.repeat(40), clean);
  const { ended } = await scanHead();
  expect(ended?.pullRequestCheck?.reason).toBe('base_not_reviewed');
});

test('scan_failed: a force-push between creation and preparation that removed the head', async () => {
  const { world, create, ports, scanOf } = baseWorld({ head: clean, base: clean });
  const { ref, scan } = await create();
  world.sources.commits.delete(commitHash);
  await runExecution(ref, ports);
  const ended = scanOf(scan.scanId);
  expect([ended?.status, ended?.errorCode]).toEqual(['failed', 'branch_or_commit_not_found']);
  expect(ended?.pullRequestCheck).toMatchObject({ verdict: 'ERROR', reason: 'scan_failed' });
});

test('base_not_reviewed: a force-push of the default branch between creation and preparation', async () => {
  const { world, create, ports, scanOf } = baseWorld({ head: clean, base: clean });
  const { ref, scan } = await create();
  world.sources.tips.set('main', 'd'.repeat(40));
  await runExecution(ref, ports);
  expect(scanOf(scan.scanId)?.pullRequestCheck?.reason).toBe('base_not_reviewed');
});

test('a further reviewed branch of the repository reviews a base', async () => {
  const { world, store, create, ports, scanOf } = baseWorld({ head: clean, base: clean });
  world.sources.tips.set('main', 'd'.repeat(40)).set('release/1', baseCommitHash);
  const { ref, scan, repository } = await create();
  const { organizationId, repositoryId } = repository;
  await store.commit([
    {
      change: 'update',
      record: 'repository',
      id: { organizationId, repositoryId },
      set: { reviewedBranches: ['release/1'] },
    },
  ]);
  await runExecution(ref, ports);
  const ended = scanOf(scan.scanId);
  expect(ended?.pullRequestCheck?.reason).toBe('no_new_issues');
  expect(ended?.reviewed).toMatchObject({ branch: 'release/1', headIsReviewed: false, base: 'reviewed' });
});

test('a base that another execution is assessing is waited for', async () => {
  const { ports, create, scanNext, scanOf, store } = baseWorld({ head: clean, base: clean });
  const first = await create();
  let waited = 0;
  const { base } = await runExecution(first.ref, ports, {
    run: async (name, work) => {
      const done = await work();
      if (name !== 'prepare-base' || waited > 0) return done;
      waited += 1;
      const other = await scanNext(first, { hash: 'e'.repeat(40), files: clean, baseCommitHash });
      expect(other.reached.base?.state).toBe('pending');
      return done;
    },
  });
  expect([waited, base?.state, store.all('baseScan').length]).toEqual([1, 'scan', 1]);
  expect(scanOf(first.scan.scanId)?.pullRequestCheck?.verdict).toBe('PASS');
});

test('a base occupies no more executions than its head, and counts as nothing afterwards', async () => {
  const units = Array.from({ length: 30 }, (_none, index) => [
    `u${index}/package-lock.json`,
    lock({ right: '1.0.0' }),
  ]);
  const base = { ...clean, ...(Object.fromEntries(units) as Record<string, string>) };
  const { ports, create, store } = baseWorld({ head: clean, base });
  const { ref } = await create();
  await store.commit([{ change: 'update', record: 'scan', id: ref, set: { countedFor: 8 } }]);
  const counts: number[][] = [];
  const reached = await runExecution(ref, ports, {
    run: async (name, work) => {
      const done = await work();
      if (name === 'prepare-base') counts.push(store.all('activeScans').map(({ scans }) => scans));
      return done;
    },
  });
  expect(reached.base?.groups?.map(({ units: ids }) => ids.length)).toEqual([31]);
  expect(counts).toEqual([[8, 8]]);
  expect(store.all('activeScans').map(({ scans }) => scans)).toEqual([0, 0]);
});

test('a base whose scan was lost is taken over when the claim ends', async () => {
  const { ports, create, scanNext } = baseWorld({ head: clean, base: clean });
  const first = await create();
  const lost = runExecution(first.ref, ports, {
    run: async (name, work) => {
      if (name === 'scan-base-unit') throw new Error('the machine is gone');
      return work();
    },
  });
  await expect(lost).rejects.toThrow('gone');
  const { ended } = await scanNext(first, { hash: 'e'.repeat(40), files: clean, baseCommitHash });
  expect(ended?.pullRequestCheck?.reason).toBe('base_not_available');
  const startSeconds = 25 * 60;
  const next = { hash: 'f'.repeat(40), files: clean, baseCommitHash, startSeconds };
  const taken = await scanNext(first, next);
  expect(taken.reached.base?.state).toBe('scan');
  expect(taken.ended?.pullRequestCheck?.reason).toBe('no_new_issues');
});

test('a base whose scan is canceled between two of its units is not shared', async () => {
  const base = { ...clean, 'web/package-lock.json': lock({ right: '1.0.0' }) };
  const { ports, create, scanNext, store } = baseWorld({ head: clean, base });
  const first = await create();
  let scanned = 0;
  const { compared } = await runExecution(first.ref, ports, {
    run: async (name, work) => {
      if (name === 'scan-base-unit' && ++scanned === 2) await cancel(first.ref, ports);
      return work();
    },
  });
  expect([scanned, compared]).toEqual([2, { reason: 'base_not_available' }]);
  expect(store.all('baseScan')).toMatchObject([{ state: 'scanning' }]);
  const next = await scanNext(first, { hash: 'e'.repeat(40), files: base, baseCommitHash });
  expect([next.reached.base?.state, next.ended?.pullRequestCheck?.reason]).toEqual(['scan', 'no_new_issues']);
});

test('a base whose scan was canceled is taken over at once', async () => {
  const { ports, create, scanNext, store } = baseWorld({ head: clean, base: clean });
  const first = await create();
  const { fetch } = ports.sourceFetcher;
  ports.sourceFetcher.fetch = async (request, signal) => {
    if (!request.scan.scanId.endsWith('/base')) return fetch(request, signal);
    await cancel(first.ref, ports);
    throw new ScanEnded();
  };
  await expect(runExecution(first.ref, ports)).rejects.toThrow(ScanEnded);
  expect(store.all('baseScan')).toMatchObject([{ state: 'scanning', scanId: first.scan.scanId }]);
  ports.sourceFetcher.fetch = fetch;
  const next = await scanNext(first, { hash: 'e'.repeat(40), files: clean, baseCommitHash });
  expect([next.reached.base?.state, next.ended?.pullRequestCheck?.reason]).toEqual(['scan', 'no_new_issues']);
});

test('a scan that is short of time continues without its base', async () => {
  const { ports, create } = baseWorld({ head: clean, base: clean });
  const { ref } = await create();
  await expect(
    runExecution(ref, ports, {
      run: async () => {
        throw new Error('the machine is gone');
      },
    }),
  ).rejects.toThrow('gone');
  const late = await prepareBase(ref, ports as never, taskContextAt(later(25 * 60)));
  expect(late).toMatchObject({ state: 'unavailable', reason: 'base_not_available' });
});

test('a base that was resolved with other published poms is assessed again, so that they introduce nothing', async () => {
  const pom = { 'pom.xml': pomXml('t:p:1', { needs: [dep('g:web:1')] }) };
  const files = { ...clean, ...pom };
  const { ports, create, scanNext } = baseWorld({ head: files, base: files });
  const scanned = await create();
  await runExecution(scanned.ref, ports);
  const again = await scanNext(scanned, {
    hash: 'e'.repeat(40),
    files: { ...files, a: 'a' },
    baseCommitHash,
  });
  expect(again.reached.base?.state).toBe('ready');
  ports.publishedPoms = publishedFrom(
    publishedOf({ repository: published({ 'g:web:1': { needs: [dep('g:core:1')] }, 'g:core:1': {} }) }),
  );
  const anew = await scanNext(scanned, { hash: 'f'.repeat(40), files: { ...files, b: 'b' }, baseCommitHash });
  expect(anew.reached.base?.state).toBe('scan');
});
