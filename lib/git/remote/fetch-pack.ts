import type { HttpSession } from './http-session.ts';
import { countOf, packBytesOf } from './pack-bytes.ts';
import { flushPacket, packetLine, type Packet } from './packet-line.ts';
import { writeTo } from './temporary-file.ts';
import { commandHeader, sendCommand, type RemoteRepository } from './upload-pack.ts';
import { GitFailure } from '../git-failure.ts';

/** The objects of one commit (only its directories when the host supports that), or files by their ids. */
export type Wanted =
  | { commitHash: string; fileBytes: number; directoriesOnly?: boolean }
  | { fileIds: readonly string[] };

export interface PackRequest {
  wanted: Wanted;
  /** The size limit of the pack as sent. */
  packBytes: number;
  /** The limit of objects, which is checked before they are received. */
  maxObjects: number;
  /** The file that receives the pack. */
  descriptor: number;
  /** Called with the number of bytes that are in the file; it refuses the rest by an error. */
  onBytes?: ((received: number) => void | Promise<void>) | undefined;
}

const cannot = (what: string): GitFailure =>
  new GitFailure('invalid_repository', `The host cannot send ${what}.`);

/** Returns the features of the host: version 2 lists them in `fetch`, version 0 as capabilities. */
const featuresOf = ({ version, capabilities }: RemoteRepository): Set<string> =>
  new Set(version === 2 ? capabilities.get('fetch')?.split(' ') : capabilities.keys());

/** A pack has said how many objects it has before so much of it is received. */
const countedBytes = 1024 * 1024 * 1024;

/** The limit of files that are received only to prove that they are too large. */
export const largeFilesBytes = 1024 * 1024 * 1024;

/**
 * Whether the host sends files by their ids. Only then may it omit files, because a missing file must be requested
 * again. Any other host sends large files too, even if it supports filters.
 */
const mayLeaveOut = (service: RemoteRepository, features: ReadonlySet<string>): boolean =>
  features.has('filter') && (service.version === 2 || features.has('allow-any-sha1-in-want'));

/** Whether the host sends directories without files, and then files by their ids. */
export const sendsFilesById = (service: RemoteRepository): boolean =>
  mayLeaveOut(service, featuresOf(service));

/** A commit is requested without its history and, if the host supports it, without files over the limit. */
const linesFor = (
  wanted: Wanted,
  mayFilter: boolean,
): { wants: string[]; restrictions: string[]; filters: boolean } => {
  if ('fileIds' in wanted) return { wants: [...wanted.fileIds], restrictions: [], filters: false };
  const kept = wanted.directoriesOnly ? 'blob:none' : `blob:limit=${wanted.fileBytes + 1}`;
  const filter = mayFilter ? [`filter ${kept}`] : [];
  return { wants: [wanted.commitHash], restrictions: ['deepen 1', ...filter], filters: mayFilter };
};

type WantedLines = ReturnType<typeof linesFor>;

const version2Body = (service: RemoteRepository, { wants, restrictions }: WantedLines): string => {
  const lines = ['ofs-delta', 'no-progress', ...wants.map((id) => `want ${id}`), ...restrictions, 'done'];
  return commandHeader('fetch', service) + lines.map(packetLine).join('') + flushPacket;
};

const version0Words = (
  { capabilities, format }: RemoteRepository,
  { optional = [], filters }: { optional?: readonly string[]; filters: boolean },
): string =>
  [
    ...[...optional, 'ofs-delta', 'no-progress'].filter((name) => capabilities.has(name)),
    ...(capabilities.has('object-format') ? [`object-format=${format.name}`] : []),
    ...(filters ? ['filter'] : []),
    'side-band-64k',
    'agent=git/scangate',
  ].join(' ');

const version0Body = (service: RemoteRepository, { wants, restrictions, filters }: WantedLines): string => {
  const words = version0Words(service, { optional: ['multi_ack_detailed'], filters });
  const [first, ...others] = wants;
  const lines = [`want ${first} ${words}`, ...others.map((id) => `want ${id}`), ...restrictions];
  return lines.map(packetLine).join('') + flushPacket + packetLine('done');
};

/** Sends the request for a pack. @throws GitFailure, GitTransient */
const askForPack = (
  session: HttpSession,
  service: RemoteRepository,
  { wanted, packBytes }: Pick<PackRequest, 'wanted' | 'packBytes'>,
): Promise<AsyncGenerator<Packet[]>> => {
  const features = featuresOf(service);
  if (!features.has('shallow')) throw cannot('a commit without its history');
  if (service.version === 0 && !features.has('side-band-64k')) throw cannot('a pack in parts');
  const mayFilter = mayLeaveOut(service, features);
  const lines = linesFor(wanted, mayFilter);
  const body = (service.version === 2 ? version2Body : version0Body)(service, lines);
  const maxBytes = features.has('filter') && !mayFilter ? packBytes + largeFilesBytes : packBytes;
  return sendCommand(session, service, { body, maxBytes });
};

/** Tells how much of a pack was taken. */
async function* telling(
  pack: AsyncIterable<Buffer>,
  onBytes: NonNullable<PackRequest['onBytes']>,
): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const bytes of pack) {
    yield bytes;
    received += bytes.length;
    await onBytes(received);
  }
}

/**
 * Fetches the objects of one commit without its history, or files by their ids. @returns the size of the pack.
 * @throws GitFailure `commit_not_found`, `too_large`, …; GitTransient
 */
export const fetchPack = async (
  session: HttpSession,
  service: RemoteRepository,
  { maxObjects, descriptor, onBytes, ...request }: PackRequest,
): Promise<number> => {
  const packets = await askForPack(session, service, request);
  const pack = packBytesOf(packets, { version: service.version, maxObjects }, session);
  return writeTo(descriptor, onBytes ? telling(pack, onBytes) : pack);
};

/**
 * Returns how many objects a host would send, of which it sends only the beginning.
 * @throws GitFailure, GitTransient
 */
export const countObjects = async (
  session: HttpSession,
  service: RemoteRepository,
  wanted: Wanted,
): Promise<number> => {
  const packets = await askForPack(session, service, { wanted, packBytes: countedBytes });
  return countOf(packets, service, session);
};

/** A tip and a commit; the history between them is fetched. */
export interface HistoryRequest {
  tip: string;
  /** The host omits them and their ancestors. */
  known: readonly string[];
  /** Fetches the files, too. */
  withFiles?: boolean;
  packBytes: number;
  maxObjects: number;
  descriptor: number;
  /** Receives the commits whose parents the host does not have. */
  cut?: Set<string>;
}

/** Without `done`, a host of version 2 sends a pack only when both commits share a part of their history. */
const historyBody = (
  service: RemoteRepository,
  { tip, known, withFiles = false }: HistoryRequest,
  features: ReadonlySet<string>,
): string => {
  const filter = features.has('filter') && !withFiles ? ['filter tree:0'] : [];
  const haves = known.map((id) => `have ${id}`);
  if (service.version === 2) {
    const lines = ['ofs-delta', 'no-progress', `want ${tip}`, ...filter, ...haves];
    return commandHeader('fetch', service) + lines.map(packetLine).join('') + flushPacket;
  }
  const first = version0Words(service, { filters: filter.length > 0 });
  return (
    [`want ${tip} ${first}`, ...filter].map(packetLine).join('') +
    flushPacket +
    [...haves, 'done'].map(packetLine).join('')
  );
};

/**
 * Fetches the commits between a known one and a tip; without their files when the host can omit them.
 * @returns false when the host sends nothing, because the two share no history.
 * @throws GitFailure `too_large`, …; GitTransient
 */
export const fetchHistory = async (
  session: HttpSession,
  service: RemoteRepository,
  request: HistoryRequest,
): Promise<boolean> => {
  const body = historyBody(service, request, featuresOf(service));
  const packets = await sendCommand(session, service, { body, maxBytes: request.packBytes });
  const { version } = service;
  const { maxObjects, cut } = request;
  for (const commit of service.cut) cut?.add(commit);
  const expected = { version, maxObjects, mayBeAbsent: true, ...(cut && { cut }) };
  const pack = packBytesOf(packets, expected, session);
  return (await writeTo(request.descriptor, pack)) > 0;
};

/** Some tips, whose objects a filter or a depth restricts, without the objects of the known commits. */
export interface PartsRequest {
  wants: readonly string[];
  known?: readonly string[];
  restrictions: readonly string[];
  packBytes: number;
  maxObjects: number;
  descriptor: number;
  /** Receives the commits whose parents the host does not have. */
  cut?: Set<string>;
}

/** Whether the host sends parts of a history, and files by their ids. Older protocol versions cannot request them. */
export const sendsParts = (service: RemoteRepository): boolean =>
  service.version === 2 && featuresOf(service).has('filter');

/**
 * Fetches parts of a history from a host that supports them. @throws GitFailure `commit_not_found`, `too_large`, …;
 * GitTransient
 */
export const fetchParts = async (
  session: HttpSession,
  service: RemoteRepository,
  { wants, known = [], restrictions, packBytes, maxObjects, descriptor, cut }: PartsRequest,
): Promise<void> => {
  const asked = [...wants.map((id) => `want ${id}`), ...restrictions, ...known.map((id) => `have ${id}`)];
  const lines = ['ofs-delta', 'no-progress', ...asked, 'done'];
  const body = commandHeader('fetch', service) + lines.map(packetLine).join('') + flushPacket;
  const packets = await sendCommand(session, service, { body, maxBytes: packBytes });
  const expected = { version: service.version, maxObjects, ...(cut && { cut }) };
  await writeTo(descriptor, packBytesOf(packets, expected, session));
};
