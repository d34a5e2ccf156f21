import type { CommitLimits, FetchedCommit } from '../commit.ts';
import { packBytesOf, type CommitReaders, type PackReader } from '../commit-reader.ts';
import type { FileSelection } from '../file-selection.ts';
import { GitFailure } from '../git-failure.ts';
import { formatOfId } from '../object-format.ts';
import { noSuchCommit } from '../walk-commit.ts';
import { fetchPack, largeFilesBytes } from './fetch-pack.ts';
import type { HttpSession } from './http-session.ts';
import { openTemporaryFile } from './temporary-file.ts';
import { discover, type RemoteRepository } from './upload-pack.ts';

/** The files that are asked for by their ids at most; their names take 3 MB of a request. */
const maxFilesById = 50_000;

export interface ObjectRequest {
  commitHash: string;
  limits: CommitLimits;
  selection?: FileSelection | undefined;
  /** See PackFile. */
  workBytes: number;
  readers: CommitReaders;
}

const leftOut = (count: number): GitFailure =>
  new GitFailure(
    'host_failed',
    `The git host leaves out ${count} files of the commit, and does not send them when it is asked for them.`,
  );

interface Exchange {
  session: HttpSession;
  remote: RemoteRepository;
  reader: PackReader;
  /** The files that receive the packs. */
  packs: readonly [number, number];
}

/**
 * Receives the packs of a commit. A host may leave out files that are too large, but says nothing about the others that
 * it leaves out. So each missing file is asked for by its id: its content proves its size.
 */
const receivePacks = async (
  { session, remote, reader, packs: [pack, packOfMissing] }: Exchange,
  { commitHash, limits, selection }: ObjectRequest,
): Promise<void> => {
  const packBytes = packBytesOf(limits);
  const wanted = { commitHash, fileBytes: limits.fileBytes, directoriesOnly: selection !== undefined };
  await fetchPack(session, remote, { wanted, packBytes, descriptor: pack });
  const fileIds = await reader.addPack(session.signal);
  if (fileIds.length === 0) return;
  if (fileIds.length > maxFilesById) throw leftOut(fileIds.length);
  const again = { wanted: { fileIds }, packBytes: largeFilesBytes, descriptor: packOfMissing };
  await fetchPack(session, remote, again).catch((error: unknown) => {
    const isRefused = error instanceof GitFailure && error.reason === 'commit_not_found';
    throw isRefused ? leftOut(fileIds.length) : error;
  });
  const missing = await reader.addPack(session.signal);
  if (missing.length > 0) throw leftOut(missing.length);
};

/** Receives one commit of a host. The caller iterates its files. @throws GitFailure, GitTransient */
export const fetchObjects = async (
  session: HttpSession,
  url: string,
  { request, signal }: { request: ObjectRequest; signal: AbortSignal },
): Promise<FetchedCommit> => {
  const { commitHash, limits, selection, workBytes, readers } = request;
  const remote = await discover(session, url);
  const { format } = remote;
  if (formatOfId(commitHash) !== format) throw noSuchCommit();
  const packs = [openTemporaryFile(), openTemporaryFile()] as const;
  const reader = readers.openPacks({ commitHash, format, limits, selection, workBytes }, packs);
  try {
    await receivePacks({ session, remote, reader, packs }, request);
    return await reader.files(signal);
  } catch (error) {
    reader.close();
    throw error;
  }
};
