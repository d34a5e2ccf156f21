import { closeSync } from 'node:fs';
import { maxCommits, type AncestryQuestion } from '../ancestry.ts';
import type { CommitReaders } from '../commit-reader.ts';
import { GitFailure } from '../git-failure.ts';
import { formatOfId } from '../object-format.ts';
import { fetchHistory } from './fetch-pack.ts';
import type { HttpSession } from './http-session.ts';
import { openTemporaryFile } from './temporary-file.ts';
import { discover, type RemoteRepository } from './upload-pack.ts';

interface AncestryRequest extends Omit<AncestryQuestion, 'format'> {
  readers: CommitReaders;
}

/** A history of a million commits without its files is smaller. */
const historyBytes = 256 * 1024 * 1024;

/** Whether a failure leaves ancestry unproven: the history is too large, or the host does not have the commit. */
const isUnproven = (error: unknown): boolean =>
  error instanceof GitFailure && (error.reason === 'too_large' || error.reason === 'commit_not_found');

const proves = async (
  commitHash: string,
  { session, remote }: { session: HttpSession; remote: RemoteRepository },
  { tip, workBytes, readers }: AncestryRequest,
): Promise<boolean> => {
  const descriptor = openTemporaryFile();
  try {
    const bounds = { packBytes: historyBytes, maxObjects: maxCommits };
    const history = { tip, known: [commitHash], ...bounds, descriptor };
    if (!(await fetchHistory(session, remote, history))) {
      closeSync(descriptor);
      return false;
    }
  } catch (error) {
    closeSync(descriptor);
    if (isUnproven(error)) return false;
    throw error;
  }
  const question = { tip, commits: [commitHash], format: remote.format, workBytes };
  try {
    return (await readers.ancestorsInPack(question, descriptor, session.signal)).includes(commitHash);
  } catch (error) {
    if (isUnproven(error)) return false;
    throw error;
  }
};

/**
 * Returns the commits among these that are proven to be the tip or its ancestors. Each is proven by a fetch of the
 * history between it and the tip, whose commits name their parents.
 * @throws GitFailure, GitTransient
 */
export const proveAncestry = async (
  session: HttpSession,
  url: string,
  request: AncestryRequest,
): Promise<string[]> => {
  const proven: string[] = request.commits.filter((commitHash) => commitHash === request.tip);
  const open = request.commits.filter((commitHash) => commitHash !== request.tip);
  if (open.length === 0) return proven;
  const remote = await discover(session, url);
  for (const commitHash of open)
    if (formatOfId(commitHash) === remote.format && (await proves(commitHash, { session, remote }, request)))
      proven.push(commitHash);
  return proven;
};
