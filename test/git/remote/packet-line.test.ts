import { GitTransient } from '@scangate/git';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { packetLine, packetsOf, textOf, type Packet } from '@scangate/git/remote/packet-line';
import { failureOf } from '#test/support/git/test-repository.ts';

async function* chunks(bytes: Buffer, cuts: number[]): AsyncGenerator<Buffer> {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  for (const [index, end] of places.entries()) yield bytes.subarray(places[index - 1] ?? 0, end);
}

const read = async (bytes: Buffer, cuts: number[] = []): Promise<Packet[]> =>
  (await Array.fromAsync(packetsOf(chunks(bytes, cuts)))).flat();

const marks: Record<string, string> = { flush: '0000', delimiter: '0001', end: '0002' };
const packet = fc.oneof(
  fc.constantFrom<Packet>('flush', 'delimiter', 'end'),
  fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
);
const written = (one: Packet): Buffer => {
  if (typeof one === 'string') return Buffer.from(marks[one] ?? '');
  return Buffer.concat([Buffer.from((one.length + 4).toString(16).padStart(4, '0')), one]);
};

test('packets survive any fragmentation by the network', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(packet), fc.array(fc.nat()), async (packets, cuts) => {
      expect(await read(Buffer.concat(packets.map(written)), cuts)).toEqual(packets);
    }),
  );
});

test('a stream that ends inside a packet is transient', async () => {
  for (const bytes of ['0', '000', '0005', '0009abcd'])
    expect(await failureOf(read(Buffer.from(bytes)))).toBeInstanceOf(GitTransient);
});

test('data outside the protocol is damaged', async () => {
  for (const bytes of ['<html>', '0003', 'zzzz', '+123', ' 12a'])
    expect(await failureOf(read(Buffer.from(bytes)))).toMatchObject({ reason: 'invalid_repository' });
});

test('a line is measured in bytes and read without its line ending', async () => {
  const [line] = await read(Buffer.from(packetLine('want ü')));
  expect(packetLine('want ü')).toMatch(/^000c/);
  expect(line && textOf(line)).toBe('want ü');
});
