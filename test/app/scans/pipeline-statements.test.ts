import { expect, test } from 'vitest';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { describeScan, describeScans, storeStatement } from '#app/scans/pipeline-statements.ts';
import {
  recordedScan,
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
  for (const { pullRequest } of scans)
    await storeStatement(organizationId, statementOf({ ci }, { pullRequest }), blobs);
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

test('equal statements are one object, which is read once for a page', async () => {
  const { blobs, recorded } = await storedScans([scanOf(1), scanOf(1), scanOf(1)]);
  let reads = 0;
  const counting = {
    get: (...asked: Parameters<typeof blobs.get>) => {
      reads += 1;
      return blobs.get(...asked);
    },
    open: blobs.open.bind(blobs),
  };
  await describeScans(recorded, counting);
  expect(reads).toBe(1);
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
