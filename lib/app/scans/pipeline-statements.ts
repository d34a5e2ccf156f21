import type { Scan } from '@scangate/domain/records';
import {
  statementDigest,
  withStatement,
  type DescribedScan,
  type PipelineStatement,
} from '@scangate/domain/scans/pipeline/pipeline-statement';
import type { BlobReader, BlobRemover } from '#ports/blobs.ts';
import { decodeUtf8 } from '../decode-utf8.ts';
import { runConcurrently } from '../jobs/run-concurrently.ts';

export type StatementReader = BlobReader<'pipelines'>;

/** The number of statements that are read concurrently. */
const atOnce = 25;

interface StatementKey {
  organizationId: string;
  name: string;
}

const readStatement = async (
  key: StatementKey,
  blobs: StatementReader,
): Promise<(PipelineStatement & { scanId?: string }) | undefined> => {
  const bytes = await blobs.get({ area: 'pipelines', ...key });
  if (!bytes) return undefined;
  const content = decodeUtf8(bytes);
  // A changed object is not the statement of the pipeline.
  return statementDigest(content) === key.name ? (JSON.parse(content) as PipelineStatement) : undefined;
};

/**
 * Removes the statement of a scan whose payload is removed. One without the id of a scan is from before each scan had its
 * own; later scans may share it.
 */
export const removeStatement = async (
  {
    organizationId,
    scanId,
    pipelineDigest: name,
  }: Pick<Scan, 'organizationId' | 'scanId' | 'pipelineDigest'>,
  blobs: StatementReader & BlobRemover<'pipelines'>,
): Promise<void> => {
  if (name === undefined) return;
  const found = await readStatement({ organizationId, name }, blobs);
  if (found?.scanId === scanId) await blobs.remove({ area: 'pipelines', organizationId, name });
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
  const read = async (key: StatementKey): Promise<void> =>
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
