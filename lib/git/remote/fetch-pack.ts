import type { HttpSession } from './http-session.ts';
import { flushPacket, packetLine, textOf, type Packet } from './packet-line.ts';
import { writeTemporaryFile } from './temporary-file.ts';
import { commandHeader, failureOfErrorPacket, sendCommand, type RemoteRepository } from './upload-pack.ts';
import { GitFailure, GitTransient } from '../git-failure.ts';

export interface PackRequest {
  commitHash: string;
  /** The host may omit larger files; a host without filters sends them. */
  fileBytes: number;
  /** The size limit of the pack as sent. */
  packBytes: number;
}

export interface ReceivedPack {
  descriptor: number;
  /** True when the host omitted larger files. */
  isFiltered: boolean;
}

const content = 1;
const fatal = 3;

const cannot = (what: string): GitFailure =>
  new GitFailure('invalid_repository', `The host cannot send ${what}.`);

const version2Body = (service: RemoteRepository, wanted: PackRequest, filter: string[]): string => {
  const lines = ['ofs-delta', 'no-progress', `want ${wanted.commitHash}`, 'deepen 1', ...filter, 'done'];
  return commandHeader('fetch', service) + lines.map(packetLine).join('') + flushPacket;
};

const version0Body = (service: RemoteRepository, wanted: PackRequest, filter: string[]): string => {
  const { capabilities, format } = service;
  const optional = ['multi_ack_detailed', 'ofs-delta', 'no-progress'].filter((name) =>
    capabilities.has(name),
  );
  const words = [
    ...optional,
    ...(capabilities.has('object-format') ? [`object-format=${format.name}`] : []),
    ...(filter.length > 0 ? ['filter'] : []),
    'side-band-64k',
    'agent=git/scangate',
  ];
  const lines = [`want ${wanted.commitHash} ${words.join(' ')}`, 'deepen 1', ...filter];
  return lines.map(packetLine).join('') + flushPacket + packetLine('done');
};

/** Returns the features of the host: version 2 lists them with `fetch`, version 0 as capabilities. */
const featuresOf = ({ version, capabilities }: RemoteRepository): Set<string> =>
  new Set(version === 2 ? capabilities.get('fetch')?.split(' ') : capabilities.keys());

/** Extracts the bytes of the pack from the packets of the answer. */
async function* packBytesOf(
  packets: AsyncIterable<Packet>,
  version: RemoteRepository['version'],
  hasCredential: boolean,
): AsyncGenerator<Buffer> {
  const isStart =
    version === 2 ? (line: string) => line === 'packfile' : (line: string) => /^(?:NAK|ACK .*)$/.test(line);
  let started = false;
  for await (const packet of packets) {
    if (typeof packet === 'string') {
      if (started) return;
      continue;
    }
    if (started) {
      if (packet[0] === content) yield packet.subarray(1);
      if (packet[0] === fatal) throw failureOfErrorPacket(packet.toString('utf8', 1, 1024), hasCredential);
      continue;
    }
    const line = textOf(packet) ?? '';
    if (line.startsWith('ERR ')) throw failureOfErrorPacket(line, hasCredential);
    started = isStart(line);
  }
  throw new GitTransient('the git host broke off its answer');
}

/**
 * Receives the objects of one commit, without its history.
 * @throws GitFailure `commit_not_found`, `too_large`, …; GitTransient
 */
export const fetchPack = async (
  session: HttpSession,
  service: RemoteRepository,
  wanted: PackRequest,
): Promise<ReceivedPack> => {
  const features = featuresOf(service);
  if (!features.has('shallow')) throw cannot('a commit without its history');
  if (service.version === 0 && !features.has('side-band-64k')) throw cannot('a pack in parts');
  const isFiltered = features.has('filter');
  const filter = isFiltered ? [`filter blob:limit=${wanted.fileBytes + 1}`] : [];
  const body = (service.version === 2 ? version2Body : version0Body)(service, wanted, filter);
  const packets = await sendCommand(session, service, { body, maxBytes: wanted.packBytes });
  const descriptor = await writeTemporaryFile(packBytesOf(packets, service.version, session.hasCredential));
  return { descriptor, isFiltered };
};
