/**
 * What the open index lists: scans, mails, and accounts at the till with something left to do; pools that
 * are recharged by themselves; every pool and organization there is.
 */
export type QueuedRecord = 'scan' | 'pool' | 'organization' | 'paymentAccount' | 'recharge' | 'mail';

/** Each kind is spread over this many index partitions (decisions.md, "Records"). */
export const queueShards: readonly string[] = ['0', '1', '2', '3', '4', '5', '6', '7'];

const prefixes: Record<QueuedRecord, string> = {
  scan: '',
  pool: 'pool',
  organization: 'organization',
  paymentAccount: 'paymentAccount',
  recharge: 'recharge',
  mail: 'mail',
};

export const queuePartition = (record: QueuedRecord, shard: string): string => prefixes[record] + shard;

/** The value of a record's `open`. @param id ends in a hex digit. */
export const queueShard = (record: QueuedRecord, id: string): string =>
  queuePartition(record, queueShards[Number.parseInt(id.at(-1) ?? '0', 16) % queueShards.length] ?? '0');
