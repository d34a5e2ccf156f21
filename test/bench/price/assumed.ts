import type { AwsCall } from '../recorder.ts';

/**
 * Usual latencies of services within a region; assumptions that we did not measure are reported with the
 * price.
 */
const latenciesMs: Readonly<Record<string, number>> = {
  dynamodb: 5,
  'dynamodb TransactWriteItems': 15,
  s3: 25,
  kms: 10,
  lambda: 10,
  sfn: 20,
};

/** The assumptions of a price, in addition to what is counted and measured. */
export const assumed = {
  /** The memory at which a function has one processor. */
  mbOfAProcessor: 1769,
  /** The time of that processor in which an empty Node starts. Times of this machine are scaled by what it takes itself. */
  nodeStartMs: 60,
  latencyMs: ({ service, operation }: Pick<AwsCall, 'service' | 'operation'>): number =>
    latenciesMs[`${service} ${operation}`] ?? latenciesMs[service] ?? 0,
  /** The time that a function waits for a host outside: a commit comes over the network in production. */
  hostMs: { 'fetch-source': 1000, 'fetch-small-source': 1000 } as Readonly<Record<string, number>>,
  accessLogBytes: 500,
};

export const assumptions: readonly string[] = [
  `a processor of Lambda starts an empty Node in ${assumed.nodeStartMs} ms, and everything else in proportion`,
  `latencies: ${Object.entries(latenciesMs)
    .map(([what, ms]) => `${what} ${ms} ms`)
    .join(', ')}`,
  `fetching the commit waits ${assumed.hostMs['fetch-source']} ms for its host`,
  `a line of ${assumed.accessLogBytes} bytes in the access log for each request`,
  'the scan takes as long as that of one small unit, however long its pipeline waits: only the waiting function runs for the whole wait',
  'functions are warm; storage, alarms, key rent and traffic to clients are not in it',
];
