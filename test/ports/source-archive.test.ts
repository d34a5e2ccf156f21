import { expect, test } from 'vitest';
import { memorySourceArchive } from '#adapters/memory/source-archive.ts';
import { tarSourceArchive } from '#adapters/source-archive/source-archive.ts';

const skipped = [{ path: 'app/big.bin', reason: 'too_large' as const }];
const binary = Uint8Array.from({ length: 3_000 }, (_, index) => index % 256);

test.each([
  ['gzipped tar', tarSourceArchive],
  ['memory', memorySourceArchive],
])('the archive in %s contains the files of a unit and the list of skipped ones', async (_, archive) => {
  const spool = archive.openSpool();
  spool.add('app/main.go', Buffer.from('package main'));
  spool.add('app/empty', Buffer.alloc(0));
  spool.add('app/ü/icon', binary);
  spool.add('app/main.go', Buffer.from('second'));
  const relative = (path: string) => path.slice('app/'.length);
  const packed = archive.pack(
    { paths: [...spool.paths], read: (path) => spool.read(path), relative },
    skipped,
  );
  const unpacked = await archive.unpack(packed);
  spool.close();
  expect(unpacked.skipped).toEqual(skipped);
  expect(unpacked.files.entries).toEqual([
    { path: 'empty', sizeBytes: 0 },
    { path: 'main.go', sizeBytes: 12 },
    { path: 'ü/icon', sizeBytes: 3_000 },
  ]);
  expect(Buffer.from(unpacked.files.read('main.go')).toString()).toBe('package main');
  expect([...unpacked.files.read('ü/icon')]).toEqual([...binary]);
  expect(() => unpacked.files.read('app/main.go')).toThrow('no such file in this unit');
  unpacked.files.close();
});
