import type { HistoryScan, Repository } from '@scangate/domain/records';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { BlobReader, BlobWriter } from '#ports/blobs.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { historyRulesKey, readJson, type PartRow } from './history-objects.ts';
import { listSlice } from './list-slice.ts';
import { scanPart } from './scan-part.ts';
import { questionOf, loadWork, type HistoryStep, type HistoryWorkPorts } from './plan-history.ts';

interface WorkPorts extends HistoryWorkPorts {
  blobs: BlobReader<'work'> & BlobWriter<'work'>;
}

interface Work {
  step: HistoryStep;
  repository: Repository;
  ports: WorkPorts;
  signal: AbortSignal;
}

/** Lists the next commits of a slice. @returns whether there are more. */
const listNext = ({ step, repository, ports, signal }: Work): Promise<boolean> => {
  const { blobs, historyReader } = ports;
  const asked = questionOf(step, repository);
  return listSlice({
    ref: step,
    slice: step.number,
    blobs,
    list: (commits, run) =>
      historyReader.ask({ ...asked, kind: 'list', slice: step.number, run, ...commits }, signal),
    split: (commits) => historyReader.ask({ ...asked, kind: 'split', ...commits }, signal),
    signal,
  });
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
 * Does one step of a history scan: lists a slice, or scans a part. Work of an earlier run is not repeated, so that
 * interrupted work continues where it stopped.
 * @returns whether the slice or the part has more work than this run had time for.
 * @throws ScanFailed, Transient
 */
export const workOnHistory = async (
  step: HistoryStep,
  ports: WorkPorts,
  { signal, beginBefore }: Pick<RunContext, 'signal'> & { beginBefore: AbortSignal },
): Promise<{ goesOn: boolean }> => {
  const work = await loadWork(step, ports.store);
  if (!work) return { goesOn: false };
  const { scan, repository } = work;
  if (scan.status === 'quoting') {
    return { goesOn: await listNext({ step, repository, ports, signal }) };
  }
  const { blobs, historyReader } = ports;
  const customRules = (await readJson<CustomRule[]>(blobs, historyRulesKey(step))) ?? [];
  const look = (rows: readonly PartRow[]) => {
    const files = rows.map(([id, path, , place, ...earlier]) => [id, path, place, ...earlier] as const);
    return historyReader.ask({ ...questionOf(step, repository), kind: 'look', files, customRules }, signal);
  };
  const ended = await scanPart({ ref: step, part: step.number, blobs, look, signal, beginBefore });
  if (ended === 'done') await noteProgress(scan, ports.store);
  return { goesOn: ended === 'goes_on' };
};
