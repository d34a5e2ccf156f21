/**
 * What the open index lists: scans, mails, and accounts at the till with something left to do; pools that
 * are recharged by themselves; every pool and organization there is.
 */
export type OpenRecord = 'scan' | 'pool' | 'organization' | 'till' | 'recharge' | 'mail';

/** Each kind is spread over this many index partitions (decisions.md, "Records"). */
export const openShards: readonly string[] = ['0', '1', '2', '3', '4', '5', '6', '7'];

const prefixes: Record<OpenRecord, string> = {
  scan: '',
  pool: 'pool',
  organization: 'organization',
  till: 'till',
  recharge: 'recharge',
  mail: 'mail',
};

export const openPartition = (record: OpenRecord, shard: string): string => prefixes[record] + shard;

/** The value of a record's `open`. @param id ends in a hex digit. */
export const openOf = (record: OpenRecord, id: string): string =>
  openPartition(record, openShards[Number.parseInt(id.at(-1) ?? '0', 16) % openShards.length] ?? '0');
