import { damagedRepository } from '../damaged-repository.ts';
import { GitTransient } from '../git-failure.ts';

/** One packet of git's wire protocol: bytes, or one of three special packets. */
export type Packet = Buffer | 'flush' | 'delimiter' | 'end';

const marks: readonly Packet[] = ['flush', 'delimiter', 'end'];
const lengthDigits = 4;

/** Encodes a line as a packet. */
export const packetLine = (line: string): string =>
  (Buffer.byteLength(line) + lengthDigits + 1).toString(16).padStart(lengthDigits, '0') + `${line}\n`;

export const flushPacket = '0000';
export const delimiterPacket = '0001';

/** Returns the text of a packet without its line end, or undefined for a special packet. */
export const textOf = (packet: Packet): string | undefined =>
  typeof packet === 'string' ? undefined : packet.toString('utf8').replace(/\n$/, '');

/**
 * Splits a stream of bytes into packets.
 * @throws GitTransient when it ends inside a packet, GitFailure `invalid_repository` when it is not in the protocol.
 */
export async function* packetsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Packet> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= lengthDigits) {
      const digits = rest.toString('latin1', at, at + lengthDigits);
      if (!/^[0-9a-f]{4}$/i.test(digits)) throw damagedRepository('the answer is not in git’s protocol');
      const size = Number.parseInt(digits, 16);
      const mark = marks[size];
      if (!mark && size < lengthDigits) throw damagedRepository('a packet has an impossible length');
      if (!mark && at + size > rest.length) break;
      yield mark ?? rest.subarray(at + lengthDigits, at + size);
      at += mark ? lengthDigits : size;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new GitTransient('the git host broke off its answer');
}
