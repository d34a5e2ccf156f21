import { damagedRepository } from '../damaged-repository.ts';
import { GitFailure, GitTransient } from '../git-failure.ts';

/** One packet of git's wire protocol: bytes, or one of three special packets. */
export type Packet = Buffer | 'flush' | 'delimiter' | 'end';

const marks: readonly Packet[] = ['flush', 'delimiter', 'end'];
const lengthDigits = 4;
/** A pack of the largest size in packets of 1,000 bytes, the smallest that servers send, has a tenth as many. */
const maxPackets = 10_000_000;

/** Encodes a line as a packet. */
export const packetLine = (line: string): string =>
  (Buffer.byteLength(line) + lengthDigits + 1).toString(16).padStart(lengthDigits, '0') + `${line}\n`;

export const flushPacket = '0000';
export const delimiterPacket = '0001';

/** Returns the text of a packet without its line end, or undefined for a special packet. */
export const textOf = (packet: Packet): string | undefined =>
  typeof packet === 'string' ? undefined : packet.toString('utf8').replace(/\n$/, '');

/** The value of each hexadecimal digit, by its byte. */
const digits = new Map(
  Array.from('0123456789abcdefABCDEF', (digit) => [digit.charCodeAt(0), Number.parseInt(digit, 16)] as const),
);
const digitOf = (byte: number): number => digits.get(byte) ?? Number.NaN;

/** Reads the length of the packet at an offset. @throws GitFailure `invalid_repository` for anything else. */
const sizeAt = (bytes: Buffer, at: number): number => {
  let size = 0;
  for (let digit = at; digit < at + lengthDigits; digit += 1) size = size * 16 + digitOf(bytes[digit] ?? 0);
  if (Number.isNaN(size)) throw damagedRepository('the answer is not in git’s protocol');
  if (size >= marks.length && size < lengthDigits)
    throw damagedRepository('a packet has an impossible length');
  return size;
};

/** The complete packets at the start of some bytes, and the number of bytes that the first incomplete one needs. */
const split = (bytes: Buffer): { packets: Packet[]; end: number; neededBytes: number } => {
  const packets: Packet[] = [];
  let at = 0;
  while (bytes.length - at >= lengthDigits) {
    const size = sizeAt(bytes, at);
    const mark = marks[size];
    if (!mark && at + size > bytes.length) return { packets, end: at, neededBytes: size };
    packets.push(mark ?? bytes.subarray(at + lengthDigits, at + size));
    at += mark ? lengthDigits : size;
  }
  return { packets, end: at, neededBytes: lengthDigits };
};

/**
 * Splits a stream of bytes into packets. Packets that arrived together are yielded in one batch: one turn of the
 * event loop for each of millions of tiny packets would take minutes.
 * @throws GitTransient when it ends inside a packet, GitFailure `host_failed` when it has too many of them and
 * `invalid_repository` when it is not in the protocol.
 */
export async function* packetsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Packet[]> {
  let waiting: Buffer[] = [];
  let [waitingBytes, neededBytes, count] = [0, lengthDigits, 0];
  for await (const chunk of chunks) {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes < neededBytes) continue;
    const bytes = waiting.length === 1 ? chunk : Buffer.concat(waiting);
    const found = split(bytes);
    count += found.packets.length;
    if (count > maxPackets)
      throw new GitFailure('host_failed', 'The git host splits its answer into too many packets.');
    if (found.packets.length > 0) yield found.packets;
    ({ neededBytes } = found);
    const rest = bytes.subarray(found.end);
    waiting = rest.length === 0 ? [] : [rest];
    waitingBytes = rest.length;
  }
  if (waitingBytes > 0) throw new GitTransient('the git host broke off its answer');
}
