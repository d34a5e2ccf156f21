import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { archiveCarrier } from '#app/archives/inline-archives.ts';

const archiveOf = (...pieces: string[]): Readable =>
  Readable.from(
    pieces.map((piece) => Buffer.from(piece)),
    { objectMode: false },
  );

const carrierOf = (limitBytes: number) => {
  const stored = new Map<string, string>();
  const store = async (id: string, archive: Readable): Promise<void> => {
    stored.set(id, Buffer.concat(await Array.fromAsync(archive as AsyncIterable<Buffer>)).toString());
  };
  return { stored, ...archiveCarrier(store, limitBytes) };
};

test('archives are combined while they fit together, and stored whole when they do not', async () => {
  const { stored, contents, take } = carrierOf(10);
  await take('a', archiveOf('12', '34'));
  await take('large', archiveOf('12', '34567', '8', '9'));
  await take('b', archiveOf('123456'));
  await take('empty', archiveOf());
  await take('one more', archiveOf('x'));
  const carried = Object.entries(contents).map(([id, text]) => [id, Buffer.from(text, 'base64').toString()]);
  expect(carried).toEqual([
    ['a', '1234'],
    ['b', '123456'],
    ['empty', ''],
  ]);
  expect([...stored]).toEqual([
    ['large', '123456789'],
    ['one more', 'x'],
  ]);
});

test('an archive that cannot be read or stored fails, and is closed', async () => {
  const broken = new Readable({ read: () => undefined });
  const { take } = carrierOf(10);
  setImmediate(() => broken.destroy(new Error('the disk is gone')));
  await expect(take('a', broken)).rejects.toThrow('the disk is gone');
  const archive = archiveOf('12345678901');
  const failing = archiveCarrier(() => Promise.reject(new Error('not stored')), 10);
  await expect(failing.take('a', archive)).rejects.toThrow('not stored');
  expect(archive.destroyed).toBe(true);
});
