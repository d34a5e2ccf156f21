import { describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { DuplicateScanConflict, claimDedup, dedupDigest, releaseDedup } from '@scangate/domain/scans/dedup';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { failedConditionError } from '#ports/store.ts';
import { later, noon, write } from '#test/support/world.ts';
import { digestOf } from '@scangate/engines/model/digest';

const scan = {
  commitHash: 'a'.repeat(40),
  projectUnitId: undefined,
  scanTypes: ['sca' as const, 'license' as const],
  fullScope: false,
  policyDigest: digestOf(defaultPolicy),
};

describe('two scans', () => {
  test('are equal when everything that their verdict depends on is equal', () => {
    expect(dedupDigest({ ...scan, policyDigest: digestOf(structuredClone(defaultPolicy)) })).toBe(
      dedupDigest(scan),
    );
  });

  test.each([
    ['another commit', { commitHash: 'b'.repeat(40) }],
    ['a unit', { projectUnitId: 'unit' }],
    ['other types', { scanTypes: ['sca' as const] }],
    ['the full scope, which lists skipped types', { fullScope: true }],
    ['another threshold', { policyDigest: digestOf({ ...defaultPolicy, severityThreshold: 'high' }) }],
    [
      'another rule for unknown severities',
      { policyDigest: digestOf({ ...defaultPolicy, unknownSeverityAs: 'low' }) },
    ],
    ['another waiver in force', { waiversMark: 'w#approved' }],
    [
      'another license list',
      { policyDigest: digestOf({ ...defaultPolicy, license: { ...defaultPolicy.license, deny: ['MIT'] } }) },
    ],
  ])('are not equal with %s', (_name, difference) => {
    expect(dedupDigest({ ...scan, ...difference })).not.toBe(dedupDigest(scan));
  });
});

describe('the dedup row of a scan', () => {
  const of = (scanId: string) => ({
    organizationId: 'org',
    repositoryId: 'repo',
    scanId,
    dedupDigest: 'digest',
  });
  const claim = async (store: MemoryStore, scanId: string, at: Date) => {
    const failed = await store.commit(claimDedup(of(scanId), at.toISOString()));
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
    expect([claimDedup(artifact, noon.toISOString()), releaseDedup(artifact, {}, noon)]).toEqual([[], []]);
  });
});
