import { closeSync } from 'node:fs';
import { LocalObjectStore } from '../local/local-object-store.ts';
import type { LocalRepository } from '../local/local-repository.ts';
import type { ObjectFormat, ObjectStore } from '../object-format.ts';
import { FetchedPack } from '../pack/fetched-pack.ts';
import { maxBaseObjectBytes, PackFile } from '../pack/pack-file.ts';
import { PackSet } from '../pack/pack-set.ts';
import { WorkBudget } from '../pack/work-budget.ts';
import { listSlice, type SliceListing, type SliceQuestion } from './list-slice.ts';
import { planHistory, type HistoryPlan, type HistoryQuestion } from './plan-history.ts';
import { readBlobs, type BlobsQuestion, type FetchedBlobs } from './read-blobs.ts';

/** The source of objects: a repository on this disk, or received packs, whose files are closed after reading. */
export type ObjectSource =
  | { repository: LocalRepository }
  | { descriptors: readonly number[]; format: ObjectFormat; maxObjects: number };

/** Everything that parses bytes of a history. */
export interface HistoryReaders {
  planHistory(question: HistoryQuestion, source: ObjectSource, signal: AbortSignal): Promise<HistoryPlan>;
  listSlice(question: SliceQuestion, source: ObjectSource, signal: AbortSignal): Promise<SliceListing>;
  readBlobs(question: BlobsQuestion, source: ObjectSource, signal: AbortSignal): Promise<FetchedBlobs>;
}

/** Opens a source of objects. All packs share one work limit. @throws GitFailure, after closing all files. */
const openSource = async (
  source: ObjectSource,
  { workBytes, fileBytes = 0 }: { workBytes: number; fileBytes?: number },
  signal: AbortSignal,
): Promise<ObjectStore> => {
  if ('repository' in source) return new LocalObjectStore(source.repository, workBytes);
  const { descriptors, format, maxObjects } = source;
  const set = new PackSet(format);
  const budget = new WorkBudget(workBytes);
  try {
    const maxBytes = Math.max(fileBytes, maxBaseObjectBytes);
    for (const descriptor of descriptors) {
      const pack = new PackFile(descriptor, format, budget);
      set.packs.push(await FetchedPack.index(pack, { maxBytes, maxObjects }, signal));
    }
    return set;
  } catch (error) {
    for (const descriptor of descriptors) closeSync(descriptor);
    throw error;
  }
};

/** Reads in this process. */
export const inProcessHistory: HistoryReaders = {
  planHistory: async (question, source, signal) =>
    planHistory(await openSource(source, question, signal), question, signal),
  listSlice: async (question, source, signal) =>
    listSlice(await openSource(source, question, signal), question, signal),
  readBlobs: async (question, source, signal) =>
    readBlobs(await openSource(source, question, signal), question, signal),
};
