import { endHistory, type HistoryOutcome } from '@scangate/domain/history-scans/end-history';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import { endQuote, failQuote } from '@scangate/domain/history-scans/quote-history';
import type { HistoryScan } from '@scangate/domain/records';
import { crashed } from '@scangate/engines/model/failure';
import type { BlobReader, BlobWriter } from '#ports/blobs.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { limits, retryOnConflict } from '../retry-on-conflict.ts';
import { loadPools } from '../scans/workflow/load-pools.ts';
import { countHistory } from './count-history.ts';
import {
  partFoundKey,
  readJson,
  type FoundPart,
  type HistoricDetection,
  type HistoryRef,
} from './history-objects.ts';
import { addSecret } from './merge-secrets.ts';
import type { PlannedSteps } from './plan-history.ts';
import { trackHistory, type TrackHistoryPorts } from './track-history.ts';

export interface EndHistoryPorts extends TrackHistoryPorts {
  store: TrackHistoryPorts['store'] &
    Pick<
      Store<
        'historyScan' | 'organization' | 'pool' | 'ledgerEntry' | 'clientUsage' | 'storedEvent',
        'historyScan' | 'organization' | 'pool'
      >,
      'get' | 'load' | 'commit'
    >;
  blobs: BlobReader<'work'> & BlobWriter<'work'>;
}

/** The state of the workflow when every step was done, or when something failed. */
export type EndedSteps = HistoryRef & Partial<PlannedSteps> & { failed?: true };

const quote = async (
  scan: HistoryScan,
  ended: EndedSteps,
  { ports, now }: { ports: EndHistoryPorts; now: Date },
): Promise<void> => {
  const { commits, slices, head, unread = [], failed } = ended;
  if (failed || commits === undefined || slices === undefined)
    return commitOrThrow(ports.store, [failQuote(scan, crashed, now)]);
  const counted = await countHistory(scan, { commits, slices, head, unread }, ports.blobs);
  return commitOrThrow(ports.store, [endQuote(scan, counted, now)]);
};

/** The results of the parts together. */
interface FoundHistory extends Omit<FoundPart, 'isHeadUnread'> {
  partsDone: number;
  isHeadRead: boolean;
}

/** Reads the results of the parts, in their order. */
const readParts = async (scan: HistoryScan, { blobs }: EndHistoryPorts): Promise<FoundHistory> => {
  const found = new Map<string, HistoricDetection>();
  const unread = new Set<string>();
  const { credits = 0 } = scan;
  let partsDone = 0;
  let isHeadRead = true;
  for (let part = 1; part <= credits; part += 1) {
    const read = await readJson<FoundPart>(blobs, partFoundKey(scan, part));
    if (!read) continue;
    partsDone += 1;
    isHeadRead &&= !read.isHeadUnread;
    for (const secret of read.secrets) addSecret(found, secret);
    for (const reason of read.unread) if (unread.size < historyLimits.unread) unread.add(reason);
  }
  const secrets = [...found.values()];
  return { partsDone, secrets, unread: [...unread], isHeadRead: isHeadRead && partsDone === credits };
};

const conclude = async (
  scan: HistoryScan,
  outcome: HistoryOutcome,
  { ports, now }: { ports: EndHistoryPorts; now: Date },
): Promise<void> =>
  retryOnConflict(limits.endScan, async () => {
    const { organizationId, repositoryId, historyScanId, billingAccountId } = scan;
    const { store } = ports;
    const id = { organizationId, repositoryId, historyScanId };
    const current = await store.get('historyScan', id, { consistent: true });
    const organization = await store.get('organization', { organizationId }, { consistent: true });
    if (current?.status !== 'running' || !organization) return;
    const pools = await loadPools(billingAccountId, store);
    await commitOrThrow(store, endHistory(current, { outcome, pools, organization }, now));
  });

/**
 * Ends what a history scan does now: a quote gets its price, and a look at the parts its tracked findings and the refund
 * of the parts that nobody could look at. It may run twice, and be interrupted anywhere: the one transaction that ends
 * it counts.
 */
export const endHistoryWork = async (
  ended: EndedSteps,
  ports: EndHistoryPorts,
  { now }: Pick<RunContext, 'now'>,
): Promise<void> => {
  const { organizationId, repositoryId, historyScanId } = ended;
  const id = { organizationId, repositoryId, historyScanId };
  const scan = await ports.store.get('historyScan', id, { consistent: true });
  if (scan?.status === 'quoting') return quote(scan, ended, { ports, now });
  if (scan?.status !== 'running') return;
  const { partsDone, secrets, unread, isHeadRead } = await readParts(scan, ports);
  const isWhole = partsDone === scan.credits && unread.length === 0 && !scan.unread;
  // A slice that was not listed may have files of the head.
  const seen = { secrets, isWhole, isHeadRead: isHeadRead && !scan.unread };
  const tracked = await trackHistory({ scan, ...seen }, ports, now);
  const outcome = { partsDone, ...tracked.counts, unread: [...unread, ...tracked.unread] };
  await conclude(scan, outcome, { ports, now });
};
