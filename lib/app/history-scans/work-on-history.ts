import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import type { HistoryScan, Repository } from '@scangate/domain/records';
import type { BlobReader, BlobWriter } from '#ports/blobs.ts';
import type { HistorySlice } from '#ports/history/histories.ts';
import type { RunContext } from '../jobs/run-context.ts';
import {
  jsonLines,
  partFilesKey,
  partFoundKey,
  readJson,
  sliceFilesKey,
  sliceKey,
  type FoundPart,
  type HistoricDetection,
  type PartRow,
} from './history-objects.ts';
import { addSecret } from './merge-secrets.ts';
import { askedOf, loadWork, type HistoryStep, type HistoryWorkPorts } from './plan-history.ts';

interface WorkPorts extends HistoryWorkPorts {
  blobs: BlobReader<'work'> & BlobWriter<'work'>;
}

interface Work {
  step: HistoryStep;
  repository: Repository;
  ports: WorkPorts;
  signal: AbortSignal;
}

/** Lists the files of a slice, unless an earlier run did. */
const listSlice = async ({ step, repository, ports, signal }: Work): Promise<void> => {
  const { blobs, historyReader } = ports;
  const listed = await blobs.open(sliceFilesKey(step, step.number));
  listed?.destroy();
  if (listed) return;
  const slice = await readJson<HistorySlice>(blobs, sliceKey(step, step.number));
  if (!slice) throw new Error('the slice of the history was not planned');
  await historyReader.ask(
    { ...askedOf(step, repository), kind: 'list', slice: step.number, ...slice },
    signal,
  );
};

const lookAtRows = async (
  rows: readonly PartRow[],
  { step, repository, ports, signal }: Work,
): Promise<FoundPart> => {
  const files = rows.map(([id, path, , place]) => [id, path, place] as const);
  const asked = { ...askedOf(step, repository), kind: 'look', files } as const;
  const { secrets, ...looked } = await ports.historyReader.ask(asked, signal);
  const placed = secrets.flatMap(({ index, ...found }): HistoricDetection[] => {
    const row = rows[index];
    return row ? [{ ...found, commitHash: row[2] }] : [];
  });
  return { secrets: placed, ...looked };
};

/** Looks at the files of a part, some thousand at a time. @returns false when an earlier run did. */
const lookAtPart = async (work: Work): Promise<boolean> => {
  const { step, ports } = work;
  const { blobs } = ports;
  if (await blobs.get(partFoundKey(step, step.number))) return false;
  const body = await blobs.open(partFilesKey(step, step.number));
  if (!body) throw new Error('the part of the history was not listed');
  const rows = await Array.fromAsync(jsonLines<PartRow>(body));
  const found = new Map<string, HistoricDetection>();
  const unread = new Set<string>();
  let isHeadUnread: true | undefined;
  for (let start = 0; start < rows.length; start += historyLimits.filesAtOnce) {
    const looked = await lookAtRows(rows.slice(start, start + historyLimits.filesAtOnce), work);
    for (const secret of looked.secrets) addSecret(found, secret);
    for (const reason of looked.unread) unread.add(reason);
    isHeadUnread ??= looked.isHeadUnread;
  }
  const kept: FoundPart = {
    secrets: [...found.values()],
    unread: [...unread].slice(0, historyLimits.unread),
    ...(isHeadUnread && { isHeadUnread }),
  };
  await blobs.put(partFoundKey(step, step.number), JSON.stringify(kept), 'application/json');
  return true;
};

/** Counts a part as done. The exact number is known once the scan ends, so that a lost count does no harm. */
const noteProgress = async (
  { organizationId, repositoryId, historyScanId }: HistoryScan,
  store: WorkPorts['store'],
): Promise<void> => {
  await store.commit([
    {
      change: 'update',
      record: 'historyScan',
      id: { organizationId, repositoryId, historyScanId },
      add: { partsDone: 1 },
      when: [{ field: 'status', is: 'equal', value: 'running' }],
    },
  ]);
};

/**
 * Does one step of a history scan: lists a slice, or looks at a part. What an earlier run has done is not done again, so
 * that work which was cut off goes on where it stopped.
 * @throws ScanFailed, Transient
 */
export const workOnHistory = async (
  step: HistoryStep,
  ports: WorkPorts,
  { signal }: Pick<RunContext, 'signal'>,
): Promise<void> => {
  const work = await loadWork(step, ports.store);
  if (!work) return;
  const { scan, repository } = work;
  const own = { step, repository, ports, signal };
  if (scan.status === 'quoting') return listSlice(own);
  if (await lookAtPart(own)) await noteProgress(scan, ports.store);
};
