import type { IncomingMessage } from 'node:http';
import { Transient } from '@scangate/domain/problem';
import { SourceFailure } from '../../ports/sources.ts';
import { bytesOf, type HttpSession } from './http-session.ts';
import { sha1, sha256, type ObjectFormat } from '../object-format.ts';
import { delimiterPacket, packetLine, packetsOf, textOf, type Packet } from './packet-line.ts';
import { accessDenied } from './http-failure.ts';

/** A repository that answered, and how it wants to be spoken to. */
export interface RemoteRepository {
  /** Where requests go from now on: the host may have sent us to another path. */
  baseUrl: string;
  version: 0 | 2;
  capabilities: ReadonlyMap<string, string>;
  format: ObjectFormat;
  /** The id of the ref that was looked for: version 0 tells all its refs at once; version 2 is asked. */
  refId: string | undefined;
}

const suffix = '/info/refs?service=git-upload-pack';
/** Of a list of refs; version 0 always lists all there are. This is about a million. */
export const maxRefsBytes = 64 * 1024 * 1024;
/** Hosts say a dozen things of themselves; a list without end would fill the memory. */
const maxCapabilities = 10_000;
/** How version 0 writes a ref; where a repository's own history ends stands in the same list. */
const refLine = /^([0-9a-f]{40}|[0-9a-f]{64}|shallow) (.+)$/s;

const notGit = (): SourceFailure =>
  new SourceFailure('source_invalid', 'The host does not answer as a git repository at this URL.');

/** What a host says in the protocol instead of doing as asked. Its words are for us to read, not to repeat. */
export const failureOfErrorPacket = (words: string, hasCredential: boolean): Error => {
  if (/denied|forbidden|unauthori[sz]ed|repository not found/i.test(words))
    return accessDenied(hasCredential);
  if (/not our ref|not valid|unadvertised|no such|not found|unknown|missing|bad object/i.test(words))
    return new SourceFailure('branch_or_commit_not_found', 'The repository has no such commit.');
  return new Transient('the git host gave up on the request');
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
    throw new SourceFailure(
      'source_invalid',
      'The repository names its objects in a way that is not supported.',
    );
  return format;
};

type Advertised = Pick<RemoteRepository, 'version' | 'capabilities' | 'refId'>;

/** Reads what a repository says of itself, in either version. Of its refs only the one looked for is kept. */
const readAdvertisement = async (
  packets: AsyncIterable<Packet>,
  refName: string | undefined,
  hasCredential: boolean,
): Promise<Advertised> => {
  let refId: string | undefined;
  const capabilities: [string, string][] = [];
  let version: Advertised['version'] | undefined;
  for await (const packet of packets) {
    const line = textOf(packet);
    if (line === undefined) continue;
    if (line.startsWith('ERR ')) throw failureOfErrorPacket(line, hasCredential);
    if (version === 2) capabilities.push(splitCapability(line));
    else if (line === 'version 2') version = 2;
    // Of a repository without commits an old host says no more than this.
    else if (line === '# service=git-upload-pack') version = 0;
    else {
      const [ref = '', words] = line.split('\0');
      const [, id, name] = refLine.exec(ref) ?? [];
      if (version === undefined || id === undefined) throw notGit();
      capabilities.push(...(words ?? '').split(' ').filter(Boolean).map(splitCapability));
      if (name === refName) refId = id;
    }
    if (capabilities.length > maxCapabilities) throw notGit();
  }
  if (version === undefined) throw notGit();
  // Version 0 repeats `symref`; of those only HEAD's is of interest.
  const wanted = capabilities.filter(([name, value]) => name !== 'symref' || value.startsWith('HEAD:'));
  return { version, capabilities: new Map(wanted), refId };
};

/**
 * Asks whether there is a repository and how to speak with it.
 * @param refName the ref that is looked for, if any: `HEAD` or `refs/…`.
 * @throws SourceFailure when there is none, or not for us; Transient
 */
export const discover = async (
  session: HttpSession,
  repositoryUrl: string,
  refName?: string,
): Promise<RemoteRepository> => {
  const { response, url } = await session.ask(new URL(repositoryUrl + suffix), {
    method: 'GET',
    headers: { 'git-protocol': 'version=2' },
  });
  const isGit = mediaType(response) === 'application/x-git-upload-pack-advertisement';
  const isAtRepository = url.href.endsWith(suffix);
  if (!isGit || !isAtRepository) {
    response.destroy();
    // A page where a repository was asked for, after a redirect to another place, is a page to sign in.
    throw isAtRepository ? notGit() : accessDenied(session.hasCredential);
  }
  const packets = packetsOf(bytesOf(response, maxRefsBytes, session.signal));
  const advertised = await readAdvertisement(packets, refName, session.hasCredential);
  const baseUrl = url.href.slice(0, -suffix.length);
  return { baseUrl, format: formatOf(advertised.capabilities), ...advertised };
};

/** The part of a version 2 request that says what is asked and by whom. */
export const commandHeader = (name: string, { format, capabilities }: RemoteRepository): string =>
  [
    packetLine(`command=${name}`),
    packetLine('agent=git/scangate'),
    ...(capabilities.has('object-format') ? [packetLine(`object-format=${format.name}`)] : []),
    delimiterPacket,
  ].join('');

/** Sends a request in git's protocol and gives the packets of the answer. */
export const sendCommand = async (
  session: HttpSession,
  { baseUrl, version }: RemoteRepository,
  body: string,
  maxBytes: number,
): Promise<AsyncGenerator<Packet>> => {
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
  return packetsOf(bytesOf(response, maxBytes, session.signal));
};
