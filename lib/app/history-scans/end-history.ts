import { GapTally, type HistoryGap } from '@scangate/domain/history-scans/history-gaps';
import { endQuote, failQuote } from '@scangate/domain/history-scans/quote-history';
import type { HistoryScan } from '@scangate/domain/records';
import { crashed } from '@scangate/engines/model/failure';
import type { BlobKey, BlobReader, BlobStreamer, BlobWriter } from '#ports/blobs.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { concludeHistory, type ConcludePorts } from './conclude-history.ts';
import { countHistory } from './count-history.ts';
import { endQuoting } from './end-quoting.ts';
import {
  partSecretsKey,
  partStateKey,
  readJson,
  type HistoryRef,
  type PartState,
} from './history-objects.ts';
import { mergeSecrets } from './merge-secrets.ts';
import type { PlannedSteps } from './plan-history.ts';
import { trackHistory, type TrackHistoryPorts } from './track-history.ts';

export interface EndHistoryPorts {
  store: TrackHistoryPorts['store'] & ConcludePorts['store'];
  blobs: BlobReader<'work'> & BlobWriter<'work'> & BlobStreamer<'work'>;
}

/** The state of the workflow when every step was done, or when something failed. */
export type EndedSteps = HistoryRef & Partial<PlannedSteps>;

const quote = async (
  scan: HistoryScan,
  ended: EndedSteps,
  { ports, now }: { ports: EndHistoryPorts; now: Date },
): Promise<void> => {
  const { commits, slices, head, unread = [], failed } = ended;
  if (failed || commits === undefined || slices === undefined)
    return endQuoting(failQuote(scan, crashed, now), ports.store);
  const counted = await countHistory(scan, { commits, slices, head, unread }, ports.blobs);
  return endQuoting(endQuote(scan, counted, now), ports.store);
};

/** The results of all scanned parts, with the names of the lists of their secrets. */
interface LookedParts {
  partsDone: number;
  /** The lists of their secrets, those of earlier files first. */
  lists: BlobKey<'work'>[];
  gaps: HistoryGap[];
  isHeadRead: boolean;
}

/** Reads the progress of the parts. Findings of an unfinished part count as well. */
const readParts = async (scan: HistoryScan, { blobs }: EndHistoryPorts): Promise<LookedParts> => {
  const lists: BlobKey<'work'>[] = [];
  const gaps = new GapTally();
  const { credits = 0 } = scan;
  let partsDone = 0;
  let isHeadRead = true;
  for (let part = 1; part <= credits; part += 1) {
    const state = await readJson<PartState>(blobs, partStateKey(scan, part));
    if (!state) continue;
    for (const range of state.looked) lists.push(partSecretsKey(scan, part, range));
    isHeadRead &&= !state.isHeadUnread;
    gaps.addAll(state.gaps);
    if (state.isDone) partsDone += 1;
  }
  return { partsDone, lists, gaps: gaps.list(), isHeadRead: isHeadRead && partsDone === credits };
};

/**
 * Ends the current phase of a history scan: a quote gets its price; a scan gets its tracked findings and the refund
 * of the parts that could not be scanned. It may run twice, and be interrupted anywhere: only the transaction that
 * ends it counts. It holds the tracked secrets in memory, however many there are.
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
  const { partsDone, lists, gaps, isHeadRead } = await readParts(scan, ports);
  const isWhole = partsDone === scan.credits && gaps.length === 0 && !scan.gaps;
  const secrets = mergeSecrets(scan, lists, ports.blobs);
  // A slice that was not listed may have files of the head.
  const seen = { secrets, isWhole, isHeadRead: isHeadRead && !scan.gaps };
  const { counts, news, gaps: cut } = await trackHistory({ scan, ...seen }, ports, now);
  await concludeHistory(scan, { partsDone, ...counts, gaps: [...gaps, ...cut], news }, { ports, now });
};
