import { describe, expect, test } from 'vitest';
import { canonicalJson } from '@scangate/engines/model/digest';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { describeScan, describeScans, removeStatement } from '#app/scans/pipeline-statements.ts';
import {
  recordedScan,
  statementDigest,
  statementOf,
  type DescribedScan,
} from '@scangate/domain/scans/pipeline/pipeline-statement';
import { fullScan } from '#test/support/full-scan.ts';

const { pipelineDigest: _digest, ...described } = fullScan;
const { organizationId, ci } = fullScan;

const scanOf = (number: number): DescribedScan => ({
  ...described,
  scanId: `scan-${number}`,
  pullRequest: { number, url: `https://git.example.com/pull/${number}` },
});

const storedScans = async (scans: readonly DescribedScan[]) => {
  const blobs = new MemoryBlobs();
  for (const { pullRequest, scanId } of scans) {
    const { digest = '', content = '' } = statementOf({ ci }, { pullRequest }, scanId) ?? {};
    await blobs.put({ area: 'pipelines', organizationId, name: digest }, content);
  }
  return { blobs, recorded: scans.map(recordedScan) };
};

test('each scan gets back the statement of its own pipeline', async () => {
  const scans = Array.from({ length: 60 }, (_, index) => scanOf(index % 40));
  const { blobs, recorded } = await storedScans(scans);
  expect(await describeScans(recorded, blobs)).toEqual(scans);
  const [scan, ...others] = recorded;
  expect(others).toHaveLength(59);
  expect(scan && (await describeScan(scan, blobs))).toEqual(scans[0]);
});

/** Scans from before each had a statement of its own: equal statements were one object, without the id of a scan. */
const sharedStatement = async () => {
  const blobs = new MemoryBlobs();
  const content = canonicalJson({ ci, pullRequest: { number: 1, url: 'https://git.example.com/pull/1' } });
  const name = statementDigest(content);
  await blobs.put({ area: 'pipelines', organizationId, name }, content);
  const recorded = [1, 2, 3].map((id) => ({
    ...recordedScan({ ...scanOf(1), scanId: `scan-${id}` }),
    pipelineDigest: name,
  }));
  return { blobs, recorded };
};

test('equal statements of earlier scans are one object, which is read once for a page', async () => {
  const { blobs, recorded } = await sharedStatement();
  let reads = 0;
  const counting = {
    get: (...asked: Parameters<typeof blobs.get>) => {
      reads += 1;
      return blobs.get(...asked);
    },
    open: blobs.open.bind(blobs),
  };
  expect((await describeScans(recorded, counting)).map((scan) => scan.ci)).toEqual([ci, ci, ci]);
  expect(reads).toBe(1);
});

describe('the statement of a purged scan', () => {
  test('is removed, and no other one', async () => {
    const { blobs, recorded } = await storedScans([scanOf(1), scanOf(2)]);
    const [first, second] = recorded;
    if (!first || !second) throw new Error('there are two scans');
    await removeStatement(first, blobs);
    await removeStatement(first, blobs);
    expect(await describeScan(first, blobs)).toMatchObject({ pipelineStatement: 'missing' });
    expect(await describeScan(second, blobs)).toEqual(scanOf(2));
    expect(blobs.objects.size).toBe(1);
  });

  test('stays when other scans may share it', async () => {
    const { blobs, recorded } = await sharedStatement();
    for (const scan of recorded) await removeStatement(scan, blobs);
    expect(blobs.objects.size).toBe(1);
  });
});

test('a scan whose statement is lost or was changed says so, beside those with an intact statement', async () => {
  const { blobs, recorded } = await storedScans([scanOf(1), scanOf(2), scanOf(3)]);
  const [lost = '', changed = ''] = recorded.map(({ pipelineDigest }) => pipelineDigest);
  await blobs.remove({ area: 'pipelines', organizationId, name: lost });
  await blobs.put({ area: 'pipelines', organizationId, name: changed }, '{"ci":{"runId":"9"}}');
  const shown = await describeScans(recorded, blobs);
  expect(shown.map(({ pipelineStatement }) => pipelineStatement)).toEqual(['missing', 'missing', undefined]);
  expect(shown.map((scan) => scan.ci)).toEqual([undefined, undefined, ci]);
  expect(shown.map(({ pullRequest }) => pullRequest?.number)).toEqual([1, 2, 3]);
});

test('a scan from before statements were objects keeps what its record says', async () => {
  expect(await describeScan(described, new MemoryBlobs())).toEqual(described);
});
