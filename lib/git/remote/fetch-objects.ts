import type { CommitLimits } from '../commit.ts';
import { formatOfId, type ObjectStore } from '../object-format.ts';
import { FetchedPack } from '../pack/fetched-pack.ts';
import { maxBaseObjectBytes, PackFile } from '../pack/pack-file.ts';
import { noSuchCommit } from '../walk-commit.ts';
import { fetchPack } from './fetch-pack.ts';
import type { HttpSession } from './http-session.ts';
import { discover } from './upload-pack.ts';

/** Packing adds little to the size of the files, and normally reduces it. */
const packBytes = ({ totalBytes }: CommitLimits): number => totalBytes + 16 * 1024 * 1024;
/** The objects of a commit are its files and their directories. */
const packObjects = ({ files }: CommitLimits): number => 2 * files + 1024;

interface ObjectRequest {
  commitHash: string;
  limits: CommitLimits;
  /** See PackFile. */
  workBytes: number;
}

/** Receives and indexes the objects of one commit. @throws GitFailure, GitTransient */
export const fetchObjects = async (
  session: HttpSession,
  url: string,
  { commitHash, limits, workBytes }: ObjectRequest,
): Promise<ObjectStore> => {
  const remote = await discover(session, url);
  if (formatOfId(commitHash) !== remote.format) throw noSuchCommit();
  const { fileBytes } = limits;
  const wanted = { commitHash, fileBytes, packBytes: packBytes(limits) };
  const { descriptor, isFiltered } = await fetchPack(session, remote, wanted);
  const pack = new PackFile(descriptor, remote.format, workBytes);
  try {
    const bounds = { maxBytes: Math.max(fileBytes, maxBaseObjectBytes), maxObjects: packObjects(limits) };
    return await FetchedPack.index(pack, { ...bounds, omitsLargeFiles: isFiltered }, session.signal);
  } catch (error) {
    pack.close();
    throw error;
  }
};
