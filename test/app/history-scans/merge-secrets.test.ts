import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { findingsOfHistory } from '#app/history-scans/history-findings.ts';
import { partSecretsKey, type HistoricDetection } from '#app/history-scans/history-objects.ts';
import { bySecret } from '#app/history-scans/scan-part.ts';
import { addSecret, mergeSecrets } from '#app/history-scans/merge-secrets.ts';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import type { BlobKey } from '#ports/blobs.ts';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import type { ActiveWaiver } from '@scangate/engines/model/gate/waiver';
import { runs } from '#test/support/runs/samples.ts';

const ref = { organizationId: 'o', repositoryId: 'r', historyScanId: 'h' };
const judged = {
  policy: defaultPolicy,
  waivers: [],
  judgedAt: '2026-01-01T00:00:00Z',
  repositoryId: 'r',
  isHeadRead: true,
};
const secret = fc.record({
  kind: fc.constant('secret' as const),
  rule: fc.constant('private-key'),
  severity: fc.constantFrom('critical' as const, 'low' as const),
  file: fc.constantFrom('a', 'b'),
  line: fc.nat({ max: 3 }),
  content: fc.nat({ max: 30 }).map(String),
  place: fc.constantFrom('head' as const, 'gone' as const, 'unknown' as const),
  count: fc.integer({ min: 1, max: 3 }),
  commitHash: fc.nat({ max: 5 }).map(String),
  sample: fc.constantFrom(true as const, undefined),
});
const list = fc.uniqueArray(secret, { selector: ({ content }) => content, maxLength: 12 });

/** Stores lists in the way that parts store theirs. */
const kept = async (lists: readonly HistoricDetection[][]) => {
  const blobs = new MemoryBlobs();
  const keys: BlobKey<'work'>[] = [];
  for (const [index, secrets] of lists.entries()) {
    const key = partSecretsKey(ref, index + 1, [0, secrets.length]);
    const lines = secrets.toSorted(bySecret).map((one) => JSON.stringify(one));
    await blobs.put(key, lines.join('\n'));
    keys.push(key);
  }
  return { blobs, keys };
};

/** The secrets in one map over all of them. */
const together = (lists: readonly HistoricDetection[][]): HistoricDetection[] => {
  const found = new Map<string, HistoricDetection>();
  for (const one of lists.flat()) addSecret(found, { ...one });
  const plain = JSON.parse(JSON.stringify([...found.values()])) as HistoricDetection[];
  return plain.toSorted(bySecret);
};

test('merged lists contain the same secrets as one list of them all', async () => {
  const property = fc.asyncProperty(fc.array(list, { maxLength: 40 }), async (lists) => {
    const { blobs, keys } = await kept(lists as HistoricDetection[][]);
    const merged = await Array.fromAsync(mergeSecrets(ref, keys, blobs));
    expect(merged).toEqual(together(lists as HistoricDetection[][]));
  });
  await fc.assert(property, { numRuns: runs(30) });
});

test('of 300 lists at most 16 are open at a time, and each has one line in memory', async () => {
  const lists = Array.from({ length: 300 }, (_, index) => [
    {
      content: String(index % 100),
      count: 1,
      place: 'gone',
      commitHash: 'c',
    } as unknown as HistoricDetection,
  ]);
  const { blobs, keys } = await kept(lists);
  let open = 0;
  let most = 0;
  const counted = {
    putStream: (key: BlobKey<'work'>, body: Readable) => blobs.putStream(key, body),
    open: async (key: BlobKey<'work'>) => {
      most = Math.max(most, (open += 1));
      return (await blobs.open(key))?.on('close', () => (open -= 1));
    },
  };
  const merged = await Array.fromAsync(mergeSecrets(ref, keys, counted));
  expect([merged.length, merged.every(({ count }) => count === 3), most]).toEqual([100, true, 16]);
});

test('a missing list is not treated as an empty one', async () => {
  const { blobs, keys } = await kept([[]]);
  const missing = partSecretsKey(ref, 9, [0, 1]);
  await expect(Array.fromAsync(mergeSecrets(ref, [...keys, missing], blobs))).rejects.toThrow('not there');
});

test('of more secrets than can be tracked the most severe are kept, and all are counted', async () => {
  const most = historyLimits.secrets;
  async function* secrets() {
    for (let number = 0; number < most + 10; number += 1)
      yield {
        kind: 'secret',
        rule: 'private-key',
        severity: number < 10 ? 'low' : 'critical',
        file: 'a',
        line: 1,
        content: String(number),
        place: 'gone',
        count: 1,
        commitHash: 'c',
      } as HistoricDetection;
  }
  const found = await findingsOfHistory(secrets(), judged);
  expect(found).toMatchObject({ secrets: most + 10, gone: most + 10, isCut: true });
  expect(found.findings.every(({ severity }) => severity === 'critical')).toBe(true);
  expect(found.findings).toHaveLength(most);
});

test.each([
  ['by its rule', { rule: 'private-key' }, true],
  ['by its fingerprint', { fingerprint: '1' }, true],
  ['in some paths only, since a copy may be elsewhere', { rule: 'private-key', path: '**' }, false],
])('a waiver covers a secret %s', async (_, match, holds) => {
  const one = { kind: 'secret', rule: 'private-key', severity: 'critical', file: 'a', line: 1 } as const;
  const secrets = async function* (): AsyncGenerator<HistoricDetection> {
    yield { ...one, content: '1', place: 'gone', count: 2, commitHash: 'c' };
  };
  const waiver = {
    waiverId: 'w',
    match,
    scope: {},
    reason: 'r',
    approvedBy: 'p',
    expiresAt: '2099-01-01T00:00:00Z',
  };
  const { findings } = await findingsOfHistory(secrets(), { ...judged, waivers: [waiver as ActiveWaiver] });
  expect(findings.map(({ waived }) => waived !== undefined)).toEqual([holds, holds]);
});
