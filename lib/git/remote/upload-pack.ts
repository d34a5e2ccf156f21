import type { IncomingMessage } from 'node:http';
import type { HttpSession } from './http-session.ts';
import { sha1, sha256, type ObjectFormat } from '../object-format.ts';
import { delimiterPacket, packetLine, packetsOf, textOf, type Packet } from './packet-line.ts';
import { accessDenied } from './http-failure.ts';
import { GitFailure, GitTransient } from '../git-failure.ts';

/** A repository that responded, with its protocol version and capabilities. */
export interface RemoteRepository {
  /** The base URL of further requests, after redirects. */
  baseUrl: string;
  version: 0 | 2;
  capabilities: ReadonlyMap<string, string>;
  format: ObjectFormat;
  /** The id of the requested ref in version 0, which lists all refs at once. */
  refId: string | undefined;
  /** The commits whose parents the host does not have, as version 0 lists them. */
  cut: readonly string[];
}

const suffix = '/info/refs?service=git-upload-pack';
/** The size limit of a list of refs, about a million; version 0 always lists all of them. */
const maxRefsBytes = 64 * 1024 * 1024;
/** Hosts have a dozen capabilities; an endless list would exhaust memory. */
const maxCapabilities = 10_000;
const maxCut = 100_000;
/** Matches a ref of version 0; the list also has the `shallow` commits of the repository. */
const refLine = /^([0-9a-f]{40}|[0-9a-f]{64}|shallow) (.+)$/s;

const notGit = (): GitFailure =>
  new GitFailure('invalid_repository', 'The host does not answer as a git repository at this URL.');

/** Maps an error message of the protocol to a failure. */
export const failureOfErrorPacket = (
  words: string,
  session: Pick<HttpSession, 'hasCredential' | 'quote'>,
): Error => {
  if (/denied|forbidden|unauthori[sz]ed|repository not found/i.test(words))
    return accessDenied(session.hasCredential);
  if (/not our ref|not valid|unadvertised|no such|not found|unknown|missing|bad object/i.test(words))
    return new GitFailure('commit_not_found', 'The repository has no such commit.');
  return new GitTransient(`the git host gave up on the request${session.quote(words)}`);
};

const mediaType = ({ headers }: IncomingMessage): string | undefined =>
  headers['content-type']?.split(';')[0]?.trim();

const splitCapability = (word: string): [string, string] => {
  const at = word.indexOf('=');
  return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
};

const formatOf = (capabilities: ReadonlyMap<string, string>): ObjectFormat => {
  const name = capabilities.get('object-format') ?? sha1.name;
  const format = [sha1, sha256].find((known) => known.name === name);
  if (!format)
    throw new GitFailure(
      'invalid_repository',
      'The repository names its objects in a way that is not supported.',
    );
  return format;
};

type Advertised = Pick<RemoteRepository, 'version' | 'capabilities' | 'refId' | 'cut'>;

/** Returns the text packets. */
export const linesOf = (batch: readonly Packet[]): string[] =>
  batch.map(textOf).filter((line) => line !== undefined);

/** Called with each ref of a host that lists all of them. */
export type RefVisitor = (name: string, id: string) => void;

/** Reads the advertisement of a repository in either version. It keeps only the requested ref. */
const readAdvertisement = async (
  packets: AsyncIterable<Packet[]>,
  wanted: string | RefVisitor | undefined,
  session: HttpSession,
): Promise<Advertised> => {
  let refId: string | undefined;
  const visit: RefVisitor =
    typeof wanted === 'function' ? wanted : (name, id) => void (name === wanted && (refId = id));
  const capabilities: [string, string][] = [];
  const cut: string[] = [];
  let version: Advertised['version'] | undefined;
  const read = (line: string): void => {
    if (line.startsWith('ERR ')) throw failureOfErrorPacket(line, session);
    if (version === 2) capabilities.push(splitCapability(line));
    else if (line === 'version 2') version = 2;
    // An old host sends nothing more than this for a repository without commits.
    else if (line === '# service=git-upload-pack') version = 0;
    else {
      const [ref = '', words] = line.split('\0');
      const [, id, name] = refLine.exec(ref) ?? [];
      if (version === undefined || id === undefined) throw notGit();
      capabilities.push(...(words ?? '').split(' ').filter(Boolean).map(splitCapability));
      if (id === 'shallow') cut.push(...(cut.length < maxCut && name !== undefined ? [name] : []));
      else if (name !== undefined) visit(name, id);
    }
    if (capabilities.length > maxCapabilities) throw notGit();
  };
  for await (const batch of packets) for (const line of linesOf(batch)) read(line);
  if (version === undefined) throw notGit();
  // Version 0 repeats `symref`, but only HEAD's matters.
  const kept = capabilities.filter(([name, value]) => name !== 'symref' || value.startsWith('HEAD:'));
  return { version, capabilities: new Map(kept), refId, cut };
};

/**
 * Discovers a repository and its protocol version.
 * @param wanted the requested ref, if any, `HEAD` or `refs/…`; or a callback for all refs of version 0.
 * @throws GitFailure when there is none, or access is refused; GitTransient
 */
export const discover = async (
  session: HttpSession,
  repositoryUrl: string,
  wanted?: string | RefVisitor,
): Promise<RemoteRepository> => {
  const { response, url } = await session.ask(new URL(repositoryUrl + suffix), {
    method: 'GET',
    headers: { 'git-protocol': 'version=2' },
  });
  const isGit = mediaType(response) === 'application/x-git-upload-pack-advertisement';
  const isAtRepository = url.href.endsWith(suffix);
  if (!isGit || !isAtRepository) {
    response.destroy();
    // A page instead of a repository after a redirect to another site is a sign-in page.
    throw isAtRepository ? notGit() : accessDenied(session.hasCredential);
  }
  const packets = packetsOf(session.bytesOf(response, maxRefsBytes));
  const advertised = await readAdvertisement(packets, wanted, session);
  const baseUrl = url.href.slice(0, -suffix.length);
  return { baseUrl, format: formatOf(advertised.capabilities), ...advertised };
};

/** Encodes the first part of a version 2 request: the command and the agent. */
export const commandHeader = (name: string, { format, capabilities }: RemoteRepository): string =>
  [
    packetLine(`command=${name}`),
    packetLine('agent=git/scangate'),
    ...(capabilities.has('object-format') ? [packetLine(`object-format=${format.name}`)] : []),
    delimiterPacket,
  ].join('');

/** Sends a request in git's protocol and returns the packets of the response. */
export const sendCommand = async (
  session: HttpSession,
  { baseUrl, version }: RemoteRepository,
  { body, maxBytes }: { body: string; maxBytes: number },
): Promise<AsyncGenerator<Packet[]>> => {
  const { response } = await session.ask(new URL(`${baseUrl}/git-upload-pack`), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-git-upload-pack-request',
      accept: 'application/x-git-upload-pack-result',
      ...(version === 2 ? { 'git-protocol': 'version=2' } : {}),
    },
    body,
  });
  if (mediaType(response) !== 'application/x-git-upload-pack-result') {
    response.destroy();
    throw notGit();
  }
  return packetsOf(session.bytesOf(response, maxBytes));
};
