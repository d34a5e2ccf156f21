import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { derivedId } from '@scangate/engines/model/digest';
import { DuplicateScanConflict, claimDedup, dedupDigest, releaseDedup } from '@scangate/domain/scans/dedup';
import { defaultPolicy } from '@scangate/engines/model/policy';
import { failedConditionError } from '#ports/store.ts';
import { later, noon, write } from '#test/support/world.ts';

const scan = {
  commitHash: 'a'.repeat(40),
  projectUnitId: undefined,
  scanTypes: ['sca' as const, 'license' as const],
  fullScope: false,
  policy: defaultPolicy,
};

describe('two scans are equal', () => {
  test('when everything that their verdict depends on is', () => {
    expect(dedupDigest({ ...scan, policy: structuredClone(defaultPolicy) })).toBe(dedupDigest(scan));
  });

  test.each([
    ['another commit', { commitHash: 'b'.repeat(40) }],
    ['a unit', { projectUnitId: 'unit' }],
    ['other types', { scanTypes: ['sca' as const] }],
    ['the full scope, which lists what it skips', { fullScope: true }],
    ['another threshold', { policy: { ...defaultPolicy, severityThreshold: 'high' as const } }],
    [
      'another rule for unknown severities',
      { policy: { ...defaultPolicy, unknownSeverityAs: 'low' as const } },
    ],
    [
      'another licence list',
      { policy: { ...defaultPolicy, license: { ...defaultPolicy.license, deny: ['MIT'] } } },
    ],
  ])('and not with %s', (_name, difference) => {
    expect(dedupDigest({ ...scan, ...difference })).not.toBe(dedupDigest(scan));
  });
});

describe('the place of a scan', () => {
  const of = (scanId: string) => ({
    organizationId: 'org',
    repositoryId: 'repo',
    scanId,
    dedupDigest: 'digest',
  });
  const claim = async (store: MemoryStore, scanId: string, at: Date) => {
    const refusal = await store.commit(claimDedup(of(scanId), at.toISOString()));
    return refusal && (failedConditionError(refusal) as DuplicateScanConflict).scanId;
  };

  test('is held as long as the scan is active, for years if need be', async () => {
    const store = new MemoryStore();
    expect(await claim(store, 'first', noon)).toBeUndefined();
    expect(await claim(store, 'second', later(10 * 365 * 86_400))).toBe('first');
  });

  test('is held for a day after completion, to the millisecond', async () => {
    const store = new MemoryStore();
    await claim(store, 'first', noon);
    await write(store, releaseDedup(of('first'), true, noon));
    expect(await claim(store, 'second', new Date(noon.getTime() + 86_400_000 - 1))).toBe('first');
    expect(await claim(store, 'second', later(86_400))).toBeUndefined();
  });

  test('is free at once after a failure or a cancellation', async () => {
    const store = new MemoryStore();
    await claim(store, 'first', noon);
    await write(store, releaseDedup(of('first'), false, noon));
    expect(await claim(store, 'second', noon)).toBeUndefined();
  });

  test('is not taken by an artifact, which has none', () => {
    const artifact = { organizationId: 'org', repositoryId: 'repo', scanId: 'x' };
    expect([claimDedup(artifact, noon.toISOString()), releaseDedup(artifact, true, noon)]).toEqual([[], []]);
  });
});

describe('a derived id', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  test('is a UUID of version 8 that follows from its name', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (name) => {
        expect(derivedId(...name)).toMatch(uuid);
        expect(derivedId(...name)).toBe(derivedId(...name));
      }),
    );
  });

  test('of another name is another, also where the parts together read the same', () => {
    expect(derivedId('a', 'bc')).not.toBe(derivedId('ab', 'c'));
    expect(derivedId('a', 'b')).not.toBe(derivedId('a","b'));
  });
});
