import { closeSync } from 'node:fs';
import { rangeObjects, type CommitReaders } from '../commit-reader.ts';
import { GitFailure } from '../git-failure.ts';
import { formatOfId } from '../object-format.ts';
import { noSuchCommit } from '../walk-commit.ts';
import type { FetchedRange, RangeQuestion } from '../read-commit-range.ts';
import { fetchHistory } from './fetch-pack.ts';
import type { HttpSession } from './http-session.ts';
import { openTemporaryFile } from './temporary-file.ts';
import { discover } from './upload-pack.ts';

interface RangeRequest extends Omit<RangeQuestion, 'format' | 'cut' | 'isWhole'> {
  readers: CommitReaders;
}

/** Old versions of files are packed as deltas, so a range takes little more than its changes. */
const rangeBytes = 128 * 1024 * 1024;

/**
 * Fetches what the commits after known ones added, in one pack, because only the host knows which objects those are.
 * @throws GitFailure `too_large`, …; GitTransient
 */
export const fetchCommitRange = async (
  session: HttpSession,
  url: string,
  { readers, ...request }: RangeRequest,
): Promise<FetchedRange> => {
  const { head, known } = request;
  const remote = await discover(session, url);
  if ([head, ...known].some((id) => formatOfId(id) !== remote.format)) throw noSuchCommit();
  const descriptor = openTemporaryFile();
  const cut = new Set<string>();
  try {
    const bounds = { packBytes: rangeBytes, maxObjects: rangeObjects };
    const history = { tip: head, known, withFiles: true, ...bounds, descriptor, cut };
    if (!(await fetchHistory(session, remote, history)))
      throw new GitFailure('commit_not_found', 'The commits have no history in common.');
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  const question = { ...request, format: remote.format, cut: [...cut] };
  return readers.rangeInPack(question, descriptor, session.signal);
};
