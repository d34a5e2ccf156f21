import type { RecordKeys, RecordName } from '@scangate/domain/record-changes';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import { org, underOrganization, type Layout } from './layout.ts';

/**
 * The number of partitions over which the scans of an organization are spread. DynamoDB writes 1,000 units a second to each,
 * and a scan 27 to all of them: 16 carry the 500 scans a second of the ledger of one account, and 8 would not
 * (docs/adr/0121-scans-in-sixteen-partitions.md). The number is part of what is stored.
 */
const shards = 16;
const shardNames = Array.from({ length: shards }, (_none, shard) => shard.toString(shards));

/** The lists by verdict. Each is a partition of its own, so that one query reads it. */
const verdictParts: Record<Verdict['verdict'], string> = { PASS: 'PASS', FAIL: 'FAIL', ERROR: 'ERROR' };
const waiters = 'WAITERS';

/** @throws Error for any other text: an erasure and an export would not visit its partition. */
const partOfVerdict = (verdict: string): string => {
  if (!Object.hasOwn(verdictParts, verdict)) throw new Error(`no partition for the verdict ${verdict}`);
  return verdictParts[verdict as Verdict['verdict']];
};

/** Returns the shard of a text by its FNV-1a hash, whose bits are mixed once more for texts that differ at their end only. */
export const shardOf = (text: string): string => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return shardNames[(hash >>> 16) % shards] ?? '';
};

type SpreadRecord =
  | 'attestation'
  | 'baseScan'
  | 'dedup'
  | 'idempotency'
  | 'keptUnit'
  | 'refusedScan'
  | 'scan'
  | 'scanListing'
  | 'upload'
  | 'waiter';

/**
 * The part of its organization in which a record is. It follows from the key alone, so that no read needs a lookup and equal
 * requests meet in one row; and records that are listed together are together, scans excepted.
 */
const parts: { [R in SpreadRecord]: (id: Pick<RecordKeys[R], keyof RecordKeys[R]>) => string } = {
  scan: ({ scanId }) => shardOf(scanId),
  refusedScan: ({ scanId }) => shardOf(scanId),
  attestation: ({ scanId }) => shardOf(scanId),
  dedup: ({ digest }) => shardOf(digest),
  baseScan: ({ digest }) => shardOf(digest),
  keptUnit: ({ projectUnitId }) => shardOf(projectUnitId),
  idempotency: ({ key }) => shardOf(key),
  upload: ({ uploadId }) => shardOf(uploadId),
  // Half of the scans or more end with one verdict.
  scanListing: ({ lookup, value }) => (lookup === 'verdict' ? partOfVerdict(value) : shardOf(value)),
  waiter: () => waiters,
};

const partitionOfPart = (organizationId: string, part: string): string => `${org(organizationId)}#${part}`;

/** Returns the partition of a record or of a list of records under an organization. */
export const partitionUnder = (record: RecordName, owner: { organizationId: string }): string => {
  const part = parts[record as SpreadRecord] as ((owner: object) => string) | undefined;
  return part ? partitionOfPart(owner.organizationId, part(owner)) : org(owner.organizationId);
};

/** A record under a part of its organization: `ORG#id#part` / `PREFIX#rest`. */
export const underPart = <R extends SpreadRecord>(
  record: R,
  ...rest: Parameters<typeof underOrganization<R>>
): Layout<R> => {
  const layout = underOrganization(...rest);
  return { ...layout, key: (id) => ({ ...layout.key(id), pk: partitionUnder(record, id) }) };
};

/** Returns the partitions over which the scans of an organization are spread. */
export const shardPartitions = (organizationId: string): string[] =>
  shardNames.map((shard) => partitionOfPart(organizationId, shard));

/** Returns all partitions with rows of an organization, its own one first: what reads or deletes all rows visits each. */
export const organizationPartitions = (organizationId: string): string[] => [
  org(organizationId),
  ...[...shardNames, ...Object.values(verdictParts), waiters].map((part) =>
    partitionOfPart(organizationId, part),
  ),
];
