import { closeSync } from 'node:fs';
import type { CommitReaders } from '../commit-reader.ts';
import { GitFailure } from '../git-failure.ts';
import type { ObjectSource } from '../history/history-readers.ts';
import type { SliceListing, SliceQuestion } from '../history/list-slice.ts';
import type { HistoryPlan, HistoryQuestion, HistorySlice } from '../history/plan-history.ts';
import type { HistoryTips } from '../history/tip-collector.ts';
import type { BlobsQuestion, FetchedBlobs } from '../history/read-blobs.ts';
import { formatOfId } from '../object-format.ts';
import { noSuchCommit } from '../walk-commit.ts';
import { fetchPack, fetchParts, sendsParts, type PartsRequest } from './fetch-pack.ts';
import type { HttpSession } from './http-session.ts';
import { remoteTips } from './remote-tips.ts';
import { openTemporaryFile } from './temporary-file.ts';
import { discover, type RemoteRepository } from './upload-pack.ts';

/** A million commits without their files are smaller. */
const commitsBytes = 1024 * 1024 * 1024;
const directoriesBytes = 1024 * 1024 * 1024;
/**
 * The limit for the commits and directories that some hundred commits add, and all directories from which they
 * started.
 */
const maxDirectories = 4_000_000;
const filesBytes = 1024 * 1024 * 1024;

/** @throws GitFailure for a host that can send only whole histories, which do not fit into memory. */
const requireParts = (remote: RemoteRepository): void => {
  if (!sendsParts(remote))
    throw new GitFailure('invalid_repository', 'The host cannot send a history in parts.');
};

const requireFormat = (ids: Iterable<string>, { format }: RemoteRepository): void => {
  for (const id of ids) if (formatOfId(id) !== format) throw noSuchCommit();
};

/** Receives packs into temporary files, which a failure closes. */
const receive = async (
  exchange: { session: HttpSession; remote: RemoteRepository },
  requests: readonly Omit<PartsRequest, 'descriptor'>[],
): Promise<ObjectSource & { descriptors: readonly number[] }> => {
  const descriptors: number[] = [];
  try {
    for (const request of requests) {
      const descriptor = openTemporaryFile();
      descriptors.push(descriptor);
      await fetchParts(exchange.session, exchange.remote, { ...request, descriptor });
    }
  } catch (error) {
    for (const descriptor of descriptors) closeSync(descriptor);
    throw error;
  }
  const maxObjects = Math.max(...requests.map((request) => request.maxObjects));
  return { descriptors, format: exchange.remote.format, maxObjects };
};

type With<Q> = Q & { readers: CommitReaders };

/** Plans the history of a repository, or a slice of it, by its commits alone. @throws GitFailure, GitTransient */
export const planRemotely = async (
  session: HttpSession,
  url: string,
  {
    readers,
    maxTips,
    slice,
    ...question
  }: With<Omit<HistoryQuestion, 'tips' | 'known' | 'cut'>> & {
    maxTips: number;
    slice: HistorySlice | undefined;
  },
): Promise<HistoryPlan & { head?: string }> => {
  const { remote, tips } = slice
    ? { remote: await discover(session, url), tips: { ids: [...slice.heads], unread: [] } as HistoryTips }
    : await remoteTips(session, url, maxTips);
  requireParts(remote);
  const { head, ids, unread } = tips;
  const known = slice?.known ?? [];
  requireFormat([...ids, ...known], remote);
  if (ids.length === 0) return { commits: 0, slices: [], unread };
  const cut = new Set<string>();
  const maxObjects = question.limits.commits + maxTips;
  const commits = {
    wants: ids,
    known,
    restrictions: ['filter tree:0'],
    packBytes: commitsBytes,
    maxObjects,
    cut,
  };
  const source = await receive({ session, remote }, [commits]);
  const asked = { ...question, tips: ids, known, cut: [...cut] };
  const plan = await readers.planHistory(asked, source, session.signal);
  return { ...plan, unread: [...unread, ...plan.unread], ...(head !== undefined && { head }) };
};

/**
 * Lists a slice by its commits and directories, and all directories of the known commits. @throws GitFailure,
 * GitTransient
 */
export const listRemotely = async (
  session: HttpSession,
  url: string,
  { readers, ...question }: With<SliceQuestion>,
): Promise<SliceListing> => {
  const remote = await discover(session, url);
  requireParts(remote);
  const { heads, known, isTree } = question;
  requireFormat([...heads, ...known], remote);
  const bounds = { packBytes: directoriesBytes, maxObjects: maxDirectories };
  const treesOf = (wants: readonly string[]) => ({
    wants,
    restrictions: ['deepen 1', 'filter blob:none'],
    ...bounds,
  });
  const added = { wants: heads, known, restrictions: ['filter blob:none'], ...bounds };
  const requests = isTree ? [treesOf(heads)] : [added, ...(known.length > 0 ? [treesOf(known)] : [])];
  const source = await receive({ session, remote }, requests);
  return readers.listSlice(question, source, session.signal);
};

/** Receives files by their ids. @throws GitFailure, GitTransient */
export const readRemotely = async (
  session: HttpSession,
  url: string,
  { readers, ...question }: With<BlobsQuestion>,
): Promise<FetchedBlobs> => {
  const remote = await discover(session, url);
  requireParts(remote);
  requireFormat(question.ids, remote);
  const descriptor = openTemporaryFile();
  const maxObjects = question.ids.length + 1;
  try {
    const wanted = { fileIds: question.ids };
    await fetchPack(session, remote, { wanted, packBytes: filesBytes, maxObjects, descriptor });
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  const source = { descriptors: [descriptor], format: remote.format, maxObjects };
  return readers.readBlobs(question, source, session.signal);
};
