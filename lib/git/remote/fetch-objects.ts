import { readSync } from 'node:fs';
import type { CommitLimits, FetchedCommit } from '../commit.ts';
import { packBytesOf, packObjects, type CommitReaders, type PackReader } from '../commit-reader.ts';
import type { ChooseFiles, FileSelection } from '../file-selection.ts';
import { GitFailure } from '../git-failure.ts';
import { formatOfId, sha1 } from '../object-format.ts';
import { declaredCount, packHeaderBytes } from '../pack/pack-entry.ts';
import { noSuchCommit } from '../walk-commit.ts';
import { requireToldSize, SizeProof, type ListedCommit } from './commit-size.ts';
import { fetchPack, largeFilesBytes, sendsFilesById } from './fetch-pack.ts';
import type { HttpSession } from './http-session.ts';
import { openTemporaryFile } from './temporary-file.ts';
import { discover, type RemoteRepository } from './upload-pack.ts';

/** The maximum number of files requested by their ids, in total and per request; an id takes 64 bytes of a request. */
const maxFilesById = 50_000;
const filesPerRequest = 10_000;
/** The directories of the largest commit are smaller than this; a host that does not filter sends the whole commit. */
const directoriesBytes = (limits: CommitLimits): number => Math.max(512 * 1024 * 1024, packBytesOf(limits));
/** The directories, the files by their ids, the whole commit, and what was missing from the whole commit. */
const maxPacks = 1 + maxFilesById / filesPerRequest + 1 + maxFilesById / filesPerRequest;

export interface ObjectRequest {
  commitHash: string;
  limits: CommitLimits;
  choose: ChooseFiles;
  /** Fetches the directories first, and then the files by their ids, if the host supports it. */
  treesFirst: boolean;
  /** Fetches the directories first to learn how large the commit is before its files. */
  checksSize: boolean;
  /** The limit of all inflated and reconstructed bytes. */
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
  /** The limit of the objects of each pack. */
  maxObjects: number;
  /** The files that receive the packs, in the order in which the reader takes them. */
  packs: number[];
  early?: EarlyDirectories | undefined;
}

/** The directories of a commit, which were asked for before the host had told what it can do. */
interface EarlyDirectories {
  /** Whether they have arrived, as of `receiveDirectories`; undefined if they must be asked for again. */
  received: Promise<boolean | undefined>;
  /** Ends the question, after which nothing is written anymore. */
  stop(): Promise<void>;
}

/** The file of the next pack; it may be overwritten until the reader has taken it. */
const nextPack = ({ packs: [descriptor] }: Exchange): number => {
  if (descriptor === undefined) throw new Error('there is no file for another pack');
  return descriptor;
};

/** The number of objects in the file that received a pack. */
const objectsIn = (descriptor: number): number => {
  const header = Buffer.alloc(packHeaderBytes);
  readSync(descriptor, header, 0, packHeaderBytes, 0);
  return declaredCount(header);
};

const takePack = async ({ session, reader, packs }: Exchange): Promise<void> => {
  packs.shift();
  await reader.addPack(session.signal);
};

/** Fetches missing files by their ids. @returns the number of those that the host does not send. */
const receiveMissing = async (
  exchange: Exchange,
  selection: FileSelection | undefined,
  fileIds: readonly string[],
): Promise<number> => {
  const { session, remote, reader, maxObjects } = exchange;
  if (fileIds.length > maxFilesById) return fileIds.length;
  let packBytes = largeFilesBytes;
  for (let from = 0; from < fileIds.length; from += filesPerRequest) {
    const wanted = { fileIds: fileIds.slice(from, from + filesPerRequest) };
    try {
      const descriptor = nextPack(exchange);
      packBytes -= await fetchPack(session, remote, { wanted, packBytes, maxObjects, descriptor });
    } catch (error) {
      if (error instanceof GitFailure && error.reason === 'commit_not_found') return fileIds.length;
      throw error;
    }
    await takePack(exchange);
  }
  return (await reader.missing(selection, session.signal)).length;
};

/** The files that are read, and how many of them the host did not send. */
interface Received {
  selection: FileSelection | undefined;
  missing: number;
  /** The commit, as long as nothing says how large its files are. */
  unproven?: ListedCommit;
}

/** The directories are looked at after so many bytes, which can name more files than a commit may have. */
const lookedBytes = 4 * 1024 * 1024;

/** Fetches the directories of a commit. @returns false for a host that sends more than directories. */
const receiveDirectories = async (
  exchange: Exchange,
  { commitHash, limits }: ObjectRequest,
  progress = { looked: 0 },
): Promise<boolean> => {
  const { session, remote, reader, maxObjects } = exchange;
  const wanted = { commitHash, fileBytes: limits.fileBytes, directoriesOnly: true };
  const onBytes = async (received: number): Promise<void> => {
    if (received < progress.looked + lookedBytes) return;
    progress.looked = received;
    await reader.look(session.signal);
  };
  try {
    const descriptor = nextPack(exchange);
    await fetchPack(session, remote, {
      wanted,
      packBytes: directoriesBytes(limits),
      maxObjects,
      descriptor,
      onBytes,
    });
    return true;
  } catch (error) {
    // What was looked at is refused for good.
    if (error instanceof GitFailure && error.reason === 'too_large' && progress.looked === 0) return false;
    throw error;
  }
};

/**
 * Asks for the directories of a commit beside the question what the host can do, which saves a round trip at hosts that
 * filter. Others refuse that, and are asked as they can be.
 */
const askEarly = (
  exchange: Omit<Exchange, 'remote'>,
  url: string,
  request: ObjectRequest,
): EarlyDirectories => {
  const capabilities = new Map([['fetch', 'shallow filter']]);
  const remote = { baseUrl: url, version: 2, capabilities, format: sha1, refId: undefined, cut: [] } as const;
  let asking: HttpSession | undefined;
  let isStopped = false;
  const ask = async (): Promise<boolean | undefined> => {
    const session = await exchange.session.beside();
    asking = session;
    const progress = { looked: 0 };
    try {
      return isStopped
        ? undefined
        : await receiveDirectories({ ...exchange, session, remote }, request, progress);
    } catch (error) {
      // What was looked at cannot be replaced.
      if (progress.looked > 0) throw error;
      return undefined;
    } finally {
      session.close();
    }
  };
  const received = ask();
  const ended = received.then(
    () => undefined,
    () => undefined,
  );
  const stop = (): Promise<void> => {
    isStopped = true;
    asking?.close();
    return ended;
  };
  return { received, stop };
};

/**
 * Fetches the directories of a commit, and then its chosen files. @returns undefined when the host cannot do that,
 * or sends more than directories.
 */
const receiveTreesFirst = async (
  exchange: Exchange,
  request: ObjectRequest,
): Promise<Received | undefined> => {
  const { session, remote, reader, early } = exchange;
  const { commitHash, limits, choose, treesFirst, checksSize } = request;
  if (!sendsFilesById(remote)) return undefined;
  const descriptor = nextPack(exchange);
  const haveArrived = (await early?.received) ?? (await receiveDirectories(exchange, request));
  if (!haveArrived) return undefined;
  await takePack(exchange);
  const listing = await reader.list(session.signal);
  const selection = choose(listing);
  const commit = { commitHash, limits, listing, selection };
  const isProven = !checksSize || (await requireToldSize(session, remote, commit));
  const fileIds = await reader.missing(selection, session.signal);
  if (!treesFirst && !selection && fileIds.length > 0) {
    const unproven = isProven ? undefined : { ...commit, directories: objectsIn(descriptor) };
    return { selection, missing: fileIds.length, ...(unproven && { unproven }) };
  }
  const missing = fileIds.length === 0 ? 0 : await receiveMissing(exchange, selection, fileIds);
  return { selection, missing };
};

/**
 * Fetches the whole commit. A host may omit files that are too large, but does not say whether it omits others. So
 * each missing file is fetched by its id: its content proves its size.
 */
const receiveWhole = async (
  exchange: Exchange,
  { commitHash, limits, choose }: ObjectRequest,
  known?: Received,
): Promise<FileSelection | undefined> => {
  const { session, remote, reader, maxObjects } = exchange;
  const wanted = { commitHash, fileBytes: limits.fileBytes };
  const descriptor = nextPack(exchange);
  const proof = known?.unproven && new SizeProof(session, remote, known.unproven);
  const onBytes = (received: number): void => proof?.onBytes(received, () => objectsIn(descriptor));
  const whole = { wanted, packBytes: packBytesOf(limits), maxObjects, descriptor, onBytes };
  const receiving = fetchPack(session, remote, whole);
  proof?.start();
  await receiving.finally(() => proof?.stop());
  await takePack(exchange);
  const selection = known ? known.selection : choose(await reader.list(session.signal));
  const fileIds = await reader.missing(selection, session.signal);
  const missing = fileIds.length === 0 ? 0 : await receiveMissing(exchange, selection, fileIds);
  if (missing > 0) throw leftOut(missing);
  return selection;
};

/** Fetches the packs of a commit; the whole commit when the host cannot send chosen files by their ids. */
const receivePacks = async (
  exchange: Exchange,
  request: ObjectRequest,
): Promise<FileSelection | undefined> => {
  const isInSteps = request.treesFirst || request.checksSize;
  const received = isInSteps ? await receiveTreesFirst(exchange, request) : undefined;
  if (received?.missing === 0) return received.selection;
  return receiveWhole(exchange, request, received);
};

/** Fetches one commit from a host. The caller iterates its files. @throws GitFailure, GitTransient */
export const fetchObjects = async (
  session: HttpSession,
  url: string,
  { request, signal }: { request: ObjectRequest; signal: AbortSignal },
): Promise<FetchedCommit> => {
  const { commitHash, limits, workBytes, readers } = request;
  const format = formatOfId(commitHash);
  if (!format) throw noSuchCommit();
  const packs = Array.from({ length: maxPacks }, openTemporaryFile);
  const reader = readers.openPacks({ commitHash, format, limits, workBytes }, packs);
  const opened = { session, reader, maxObjects: packObjects(limits), packs: [...packs] };
  const early = request.checksSize && format === sha1 ? askEarly(opened, url, request) : undefined;
  try {
    const remote = await discover(session, url);
    if (remote.format !== format) throw noSuchCommit();
    if (!sendsFilesById(remote)) await early?.stop();
    const selection = await receivePacks({ ...opened, remote, early }, request);
    return await reader.files(selection, signal);
  } catch (error) {
    await early?.stop();
    reader.close();
    throw error;
  }
};
