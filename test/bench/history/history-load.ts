import { countHistory } from '#app/history-scans/count-history.ts';
import { gapText } from '@scangate/domain/history-scans/history-gaps';
import {
  lineStream,
  sliceFilesKey,
  sliceStateKey,
  type SliceEnd,
  type SliceRow,
} from '#app/history-scans/history-objects.ts';
import { listSlice, type HistoricFile } from '@scangate/git/history/list-slice';
import { planHistory } from '@scangate/git/history/plan-history';
import { commitId, openHistory } from './made-history.ts';
import { objectsIn, ref } from './objects-on-disk.ts';

/** Plans, lists and counts a history as a quote does, with its objects on disk. */

interface Order {
  directory: string;
  commits: number;
  filesPerCommit: number;
}

const { signal } = new AbortController();
const workBytes = Number.MAX_SAFE_INTEGER;

/** The lines of a slice as its task stores them. */
async function* linesOf(files: AsyncIterable<HistoricFile>): AsyncGenerator<SliceRow | SliceEnd> {
  for await (const { id, path, commit } of files) yield [id, path, commit];
  yield { unread: [] };
}

/** Runs with little memory. @returns the files that were counted. */
export const handler = async ({ directory, commits, filesPerCommit }: Order) => {
  const objects = objectsIn(directory);
  const open = () => openHistory({ filesPerCommit }).store;
  const limits = { commits, slices: 1_000, commitsPerSlice: 500 };
  const tips = [commitId(commits - 1)];
  const plan = await planHistory(open(), { tips, limits, workBytes }, signal);
  const bounds = { entries: 500_000, pathLength: 512 };
  const head = { heads: tips, known: [], isTree: true };
  for (const [index, slice] of [head, ...plan.slices].entries()) {
    const listing = listSlice(open(), { ...slice, limits: bounds, workBytes }, signal);
    await objects.putStream(sliceFilesKey(ref, index), lineStream(linesOf(listing.files)));
    await objects.put(
      sliceStateKey(ref, index),
      JSON.stringify({ pending: [], runs: 1, listed: [0], stops: 0 }),
    );
  }
  const planned = { commits: plan.commits, slices: plan.slices.length, unread: plan.unread, head: tips[0] };
  const { files, gaps } = await countHistory(ref, planned, objects);
  return { files, unread: gaps.map(gapText) };
};
