import { describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import {
  claimDedup,
  dedupConditions,
  dedupDigest,
  DedupTakenConflict,
  equalScanId,
  releaseDedup,
  type DuplicateScanConflict,
} from '@scangate/domain/scans/dedup';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { failedConditionError } from '#ports/store.ts';
import { later, noon, write } from '#test/support/world.ts';
import { digestOf } from '@scangate/engines/model/digest';

const request = { commitHash: 'a'.repeat(40), types: ['sca' as const, 'license' as const] };
const verdict = {
  scanTypes: ['sca' as const],
  policyDigest: digestOf(defaultPolicy),
  defaultBranch: 'main',
  reviewedBranches: ['release'],
};

describe('two scans', () => {
  test('are equal when everything that their verdict depends on is equal', () => {
    expect(dedupDigest(structuredClone(request))).toBe(dedupDigest(request));
    const equal = { ...verdict, policyDigest: digestOf(structuredClone(defaultPolicy)) };
    expect(dedupConditions(equal)).toEqual(dedupConditions(verdict));
  });

  test.each([
    ['another commit', { commitHash: 'b'.repeat(40) }],
    ['a unit', { projectUnitId: 'unit' }],
    ['other types', { types: ['sca' as const] }],
    ['the full scope, which lists skipped types', { types: 'all' as const }],
    ['a base', { base: { commitHash: 'b'.repeat(40) } }],
    ['a pull request', { pullRequest: { number: 1 } }],
  ])('are not equal with %s: they have separate rows', (_name, difference) => {
    expect(dedupDigest({ ...request, ...difference })).not.toBe(dedupDigest(request));
  });

  test.each([
    ['another threshold', { policyDigest: digestOf({ ...defaultPolicy, severityThreshold: 'high' }) }],
    [
      'another rule for unknown severities',
      { policyDigest: digestOf({ ...defaultPolicy, unknownSeverityAs: 'low' }) },
    ],
    ['another waiver in force', { waiversMark: 'w#approved' }],
    ['a branch that is reviewed no longer', { reviewedBranches: [] }],
    ['another default branch', { defaultBranch: 'trunk' }],
    ['no reuse of results', { reuse: 'off' as const }],
    ['types that an add-on brings', { scanTypes: ['sca' as const, 'sast' as const] }],
    [
      'another license list',
      { policyDigest: digestOf({ ...defaultPolicy, license: { ...defaultPolicy.license, deny: ['MIT'] } }) },
    ],
  ])('are not equal with %s: the later one takes the row', (_name, difference) => {
    expect(dedupConditions({ ...verdict, ...difference })).not.toEqual(dedupConditions(verdict));
  });
});

const under = (conditions: string) => ({ conditions, branches: 'branches' });

describe('the dedup row of a scan', () => {
  const of = (scanId: string) => ({
    organizationId: 'org',
    repositoryId: 'repo',
    scanId,
    dedupDigest: 'digest',
  });
  const claim = async (store: MemoryStore, scanId: string, at: Date, conditions = 'conditions') => {
    const [row] = store.all('dedup');
    const failed = await store.commit(
      claimDedup(of(scanId), { row, conditions: under(conditions) }, at.toISOString()),
    );
    return failed && (failedConditionError(failed) as DuplicateScanConflict).scanId;
  };

  test('is held as long as the scan is active, even for years', async () => {
    const store = new MemoryStore();
    expect(await claim(store, 'first', noon)).toBeUndefined();
    expect(await claim(store, 'second', later(10 * 365 * 86_400))).toBe('first');
  });

  test('is held for a day after completion, to the millisecond', async () => {
    const store = new MemoryStore();
    await claim(store, 'first', noon);
    await write(store, releaseDedup(of('first'), {}, noon));
    expect(await claim(store, 'second', new Date(noon.getTime() + 86_400_000 - 1))).toBe('first');
    expect(await claim(store, 'second', later(86_400))).toBeUndefined();
  });

  test('is held no longer than the waivers that the verdict used', async () => {
    const store = new MemoryStore();
    await claim(store, 'first', noon);
    await write(store, releaseDedup(of('first'), { until: later(60).toISOString() }, noon));
    expect(await claim(store, 'second', new Date(later(60).getTime() - 1))).toBe('first');
    expect(await claim(store, 'second', later(60))).toBeUndefined();
    await write(store, releaseDedup(of('second'), { until: later(1e6).toISOString() }, noon));
    expect(await claim(store, 'third', later(86_400))).toBeUndefined();
  });

  test('is free immediately after a failure or a cancellation', async () => {
    const store = new MemoryStore();
    await claim(store, 'first', noon);
    await write(store, releaseDedup(of('first'), false, noon));
    expect(await claim(store, 'second', noon)).toBeUndefined();
  });

  test('is not claimed by an artifact', () => {
    const artifact = { organizationId: 'org', repositoryId: 'repo', scanId: 'x' };
    const claimed = claimDedup(artifact, { row: undefined, conditions: undefined }, noon.toISOString());
    expect([claimed, releaseDedup(artifact, {}, noon)]).toEqual([[], []]);
  });

  test('passes to a scan of the same request under other conditions, and stays with it', async () => {
    const store = new MemoryStore();
    await claim(store, 'first', noon);
    expect(await claim(store, 'second', noon, 'others')).toBeUndefined();
    const failed = await store.commit(releaseDedup(of('first'), false, noon));
    expect(failed && failedConditionError(failed)).toBeInstanceOf(DedupTakenConflict);
    expect(await claim(store, 'third', noon, 'others')).toBe('second');
  });

  test('points to the latest scan only: when earlier conditions return, a new scan is created', async () => {
    const store = new MemoryStore();
    await claim(store, 'first', noon);
    expect(await claim(store, 'second', noon, 'others')).toBeUndefined();
    expect(await claim(store, 'third', noon)).toBeUndefined();
    expect(await claim(store, 'fourth', noon)).toBe('third');
  });

  test('passes to one of two scans that take it concurrently; the other one decides again', async () => {
    const store = new MemoryStore();
    await claim(store, 'first', noon);
    const [row] = store.all('dedup');
    const take = (scanId: string, conditions: string) =>
      store.commit(claimDedup(of(scanId), { row, conditions: under(conditions) }, noon.toISOString()));
    expect(await take('second', 'others')).toBeUndefined();
    const other = await take('third', 'different');
    expect(other && failedConditionError(other)).toBeInstanceOf(DedupTakenConflict);
    const equal = await take('fourth', 'others');
    expect(equal && failedConditionError(equal)).toMatchObject({ scanId: 'second' });
  });

  test.each([
    ['holds it', 'conditions', noon, 'first'],
    ['was replaced by other conditions', 'others', noon, undefined],
    ['has expired', 'conditions', new Date('9999-12-31T23:59:59.999Z'), undefined],
  ])('names the equal scan that was loaded: one that %s', async (_name, conditions, at, found) => {
    const store = new MemoryStore();
    await claim(store, 'first', noon);
    const [row] = store.all('dedup');
    expect(equalScanId({ row, conditions: under(conditions) }, at.toISOString())).toBe(found);
  });

  test('is kept under every branch when it is from before branches were kept, and no longer once they are', async () => {
    const store = new MemoryStore();
    const { conditions } = dedupConditions(verdict);
    // The digest that the former release wrote.
    expect(`sha256:${conditions}`).toBe(digestOf([['sca'], verdict.policyDigest, null]).slice(0, 39));
    const item = { ...of('first'), digest: 'digest', conditions, expiresAt: later(60).toISOString() };
    const { dedupDigest: _digest, ...former } = item;
    await write(store, [{ change: 'insert', record: 'dedup', item: former }]);
    const take = async (scanId: string, at: Date, branches: Partial<typeof verdict> = {}) => {
      const [row] = store.all('dedup');
      const asked = { row, conditions: dedupConditions({ ...verdict, ...branches }) };
      const failed = await store.commit(claimDedup(of(scanId), asked, at.toISOString()));
      const found = equalScanId(asked, at.toISOString());
      return [found, failed && (failedConditionError(failed) as DuplicateScanConflict).scanId];
    };
    expect(await take('second', noon)).toEqual(['first', 'first']);
    expect(await take('third', later(60))).toEqual([undefined, undefined]);
    expect(await take('fourth', later(60))).toEqual(['third', 'third']);
    expect(await take('fifth', later(60), { defaultBranch: 'trunk' })).toEqual([undefined, undefined]);
  });
});
