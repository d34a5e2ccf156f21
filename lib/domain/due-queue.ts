/**
 * The records that the due queue lists: scans, history scans, mails, events, subscribers, refusals, ended
 * credentials, waivers, payment accounts and recharges with pending work, and every pool and organization. Waiting
 * deliveries have a partition per subscriber.
 */
export type QueuedRecord =
  | 'scan'
  | 'pool'
  | 'organization'
  | 'paymentAccount'
  | 'recharge'
  | 'mail'
  | 'storedEvent'
  | 'subscriber'
  | 'delivery'
  | 'refusal'
  | 'endedCredentials'
  | 'waiver'
  | 'historyScan';

/** The number of partitions that each kind is spread over, so that no partition of the index gets hot. */
export const queueShards: readonly string[] = ['0', '1', '2', '3', '4', '5', '6', '7'];

const prefixes: Record<QueuedRecord, string> = {
  scan: '',
  pool: 'pool',
  organization: 'organization',
  paymentAccount: 'paymentAccount',
  recharge: 'recharge',
  mail: 'mail',
  storedEvent: 'event',
  subscriber: 'subscriber',
  delivery: 'delivery',
  refusal: 'refusal',
  endedCredentials: 'ended',
  waiver: 'waiver',
  historyScan: 'historyScan',
};

/** The partition of the index that holds a shard of a record's queue. */
export const queuePartition = (record: QueuedRecord, shard: string): string => prefixes[record] + shard;

/** The value of a record's `dueQueue`. @param id ends in a hex digit. */
export const queueShard = (record: QueuedRecord, id: string): string =>
  queuePartition(record, queueShards[Number.parseInt(id.at(-1) ?? '0', 16) % queueShards.length] ?? '0');
