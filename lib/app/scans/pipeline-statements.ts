import type { Scan } from '@scangate/domain/records';
import {
  statementDigest,
  withStatement,
  type DescribedScan,
  type PipelineStatement,
  type StoredStatement,
} from '@scangate/domain/scans/pipeline/pipeline-statement';
import type { BlobReader, BlobWriter } from '#ports/blobs.ts';
import { decodeUtf8 } from '../decode-utf8.ts';
import { runConcurrently } from '../jobs/run-concurrently.ts';

export type StatementReader = BlobReader<'pipelines'>;

/** The number of statements that are read concurrently. */
const atOnce = 25;

/** Stores the statement of a pipeline under its digest. Equal statements are one object, so that it may run twice. */
export const storeStatement = async (
  organizationId: string,
  stored: StoredStatement | undefined,
  blobs: BlobWriter<'pipelines'>,
): Promise<void> => {
  if (!stored) return;
  await blobs.put({ area: 'pipelines', organizationId, name: stored.digest }, stored.content);
};

const readStatement = async (
  key: { organizationId: string; name: string },
  blobs: StatementReader,
): Promise<PipelineStatement | undefined> => {
  const bytes = await blobs.get({ area: 'pipelines', ...key });
  if (!bytes) return undefined;
  const content = decodeUtf8(bytes);
  // A changed object is not the statement of the pipeline.
  return statementDigest(content) === key.name ? (JSON.parse(content) as PipelineStatement) : undefined;
};

/** Adds the statements of their pipelines to scans of one organization; each statement is read once. */
export const describeScans = async (
  scans: readonly Scan[],
  blobs: StatementReader,
): Promise<DescribedScan[]> => {
  const keys = [
    ...new Map(
      scans.flatMap(({ organizationId, pipelineDigest: name }) =>
        name === undefined ? [] : [[name, { organizationId, name }]],
      ),
    ).values(),
  ];
  const found = new Map<string, PipelineStatement | undefined>();
  const read = async (key: { organizationId: string; name: string }): Promise<void> =>
    void found.set(key.name, await readStatement(key, blobs));
  await runConcurrently(keys, { atOnce }, read);
  return scans.map((scan) => withStatement(scan, found.get(scan.pipelineDigest ?? '')));
};

/** Adds the statement of its pipeline to a scan. */
export const describeScan = async (scan: Scan, blobs: StatementReader): Promise<DescribedScan> => {
  const { organizationId, pipelineDigest: name } = scan;
  return withStatement(
    scan,
    name === undefined ? undefined : await readStatement({ organizationId, name }, blobs),
  );
};
