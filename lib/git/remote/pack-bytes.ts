import { packHeaderBytes, requireObjectCount } from '../pack/pack-entry.ts';
import type { HttpSession } from './http-session.ts';
import { textOf, type Packet } from './packet-line.ts';
import { failureOfErrorPacket, type RemoteRepository } from './upload-pack.ts';
import { GitTransient } from '../git-failure.ts';

const content = 1;
const fatal = 3;
/** The number of bytes written at a time, however small the packets are. */
const writtenBytes = 64 * 1024;

interface ExpectedPack {
  version: RemoteRepository['version'];
  maxObjects: number;
  /** Whether the host may also send no pack. */
  mayBeAbsent?: boolean;
  /** Receives the commits whose parents the host does not have. */
  cut?: Set<string>;
}

/** In version 2, says that the host does not have the parents of a commit. */
const shallowLine = /^shallow ([0-9a-f]{40,64})$/;
/** The history of a host that names more of them would be unusable. */
const maxCut = 100_000;

/** Collects the bytes of the pack, so that tiny packets are not written one by one. */
class PackBytes {
  readonly #isStart: (line: string) => boolean;
  readonly #session: HttpSession;
  #parts: Buffer[] = [];
  #bytes = 0;
  readonly #maxObjects: number;
  readonly #cut: Set<string> | undefined;
  started = false;
  ended = false;
  /** The number of objects, once it is known. */
  count: number | undefined;

  constructor({ version, maxObjects, cut }: ExpectedPack, session: HttpSession) {
    this.#maxObjects = maxObjects;
    this.#cut = cut;
    this.#isStart = version === 2 ? (line) => line === 'packfile' : (line) => /^(?:NAK|ACK .*)$/.test(line);
    this.#session = session;
  }

  /** @throws GitFailure `too_large` by the header of the pack, or what the host reports; GitTransient */
  add(packet: Packet): void {
    if (typeof packet === 'string') this.ended = this.started;
    else if (!this.started) this.#begin(textOf(packet) ?? '');
    else if (packet[0] === fatal) throw failureOfErrorPacket(packet.toString('utf8', 1, 1024), this.#session);
    else if (packet[0] === content) {
      this.#parts.push(packet.subarray(1));
      this.#bytes += packet.length - 1;
      if (this.count === undefined && this.#bytes >= packHeaderBytes) this.#count();
    }
  }

  /** Returns the collected bytes; undefined while there are few and more may come. */
  take(): Buffer | undefined {
    if (this.#bytes === 0 || (this.#bytes < writtenBytes && !this.ended)) return undefined;
    const bytes = Buffer.concat(this.#parts, this.#bytes);
    this.#parts = [];
    this.#bytes = 0;
    return bytes;
  }

  /** The header says how many objects follow, so that too many are refused before they are sent. */
  #count(): void {
    this.count = requireObjectCount(Buffer.concat(this.#parts), this.#maxObjects);
  }

  #begin(line: string): void {
    if (line.startsWith('ERR ')) throw failureOfErrorPacket(line.slice('ERR '.length), this.#session);
    const cut = shallowLine.exec(line)?.[1];
    if (cut !== undefined && this.#cut && this.#cut.size < maxCut) this.#cut.add(cut);
    this.started = this.#isStart(line);
  }
}

/** Extracts the bytes of the pack from the packets of the response. @throws GitFailure `too_large`, …; GitTransient */
export async function* packBytesOf(
  packets: AsyncIterable<Packet[]>,
  expected: ExpectedPack,
  session: HttpSession,
): AsyncGenerator<Buffer> {
  const pack = new PackBytes(expected, session);
  for await (const batch of packets) {
    for (const packet of batch) if (!pack.ended) pack.add(packet);
    const bytes = pack.take();
    if (bytes) yield bytes;
    if (pack.ended) return;
  }
  if (expected.mayBeAbsent && !pack.started) return;
  throw new GitTransient('the git host broke off its answer');
}

/** Returns how many objects a pack has, by its beginning. @throws GitFailure, GitTransient */
export const countOf = async (
  packets: AsyncIterable<Packet[]>,
  { version }: Pick<RemoteRepository, 'version'>,
  session: HttpSession,
): Promise<number> => {
  const pack = new PackBytes({ version, maxObjects: Number.POSITIVE_INFINITY }, session);
  for await (const batch of packets)
    for (const packet of batch) {
      pack.add(packet);
      if (pack.count !== undefined) return pack.count;
    }
  throw new GitTransient('the git host broke off its answer');
};
