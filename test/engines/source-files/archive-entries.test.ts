import { assert, property, uint8Array } from 'fast-check';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { archiveEntries } from '@scangate/engines/source-files/archive-entries';

interface Entry {
  path: string;
  text: string;
  method?: number;
  flags?: number;
}

/** Builds a zip file of which the central directory is complete and the checksums are not. */
const zip = (...files: Entry[]): Buffer => {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { path, text, method = 8, flags = 0 } of files) {
    const packed = method === 8 ? deflateRawSync(text) : Buffer.from(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(Buffer.byteLength(path), 26);
    const header = Buffer.alloc(46);
    header.writeUInt32LE(0x02014b50, 0);
    header.writeUInt16LE(flags, 8);
    header.writeUInt16LE(method, 10);
    header.writeUInt32LE(packed.length, 20);
    header.writeUInt32LE(text.length, 24);
    header.writeUInt16LE(Buffer.byteLength(path), 28);
    header.writeUInt32LE(at, 42);
    parts.push(local, Buffer.from(path), packed);
    central.push(header, Buffer.from(path));
    at += 30 + Buffer.byteLength(path) + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...central, end]);
};

const tar = (...files: Entry[]): Buffer =>
  Buffer.concat([
    ...files.flatMap(({ path, text }) => {
      const header = Buffer.alloc(512);
      header.write(path, 0);
      header.write(text.length.toString(8).padStart(11, '0'), 124);
      header.write('0', 156);
      header.write('ustar', 257);
      return [header, Buffer.from(text.padEnd(Math.ceil(text.length / 512) * 512, '\0'))];
    }),
    Buffer.alloc(1024),
  ]);

const files: Entry[] = [
  { path: 'a/b.env', text: 'A=1\n' },
  { path: 'c.txt', text: 'plain '.repeat(200) },
];
const read = (path: string, bytes: Buffer) => {
  const found = archiveEntries(path, bytes);
  return (
    found && {
      ...found,
      entries: found.entries.map(({ path: name, content }) => ({ path: name, text: content.toString() })),
    }
  );
};

describe('the entries of an archive', () => {
  test.each([
    ['a deflated zip file', zip(...files)],
    ['a stored zip file', zip(...files.map((file) => ({ ...file, method: 0 })))],
    ['a tar file', tar(...files)],
    ['a tar file in gzip', gzipSync(tar(...files))],
  ])('are those of %s', (_, bytes) => {
    expect(read('x', bytes)).toEqual({ entries: files, complete: true });
  });

  test('are the content of a gzip file, under its name', () => {
    expect(read('dumps/db.sql.gz', gzipSync('A=1'))).toEqual({
      entries: [{ path: 'db.sql', text: 'A=1' }],
      complete: true,
    });
  });

  test('are absent for a file that is not an archive', () => {
    expect(archiveEntries('a.png', Buffer.from([0x89, 0x50, 0x4e, 0x47]))).toBeUndefined();
  });
});

describe('an archive is incomplete', () => {
  test.each([
    ['when an entry is encrypted', zip({ ...files[0]!, flags: 1 })],
    ['when a method is unknown', zip({ ...files[0]!, method: 14 })],
    ['when its directory is truncated', zip(...files).subarray(0, -30)],
    ['when gzip is truncated', gzipSync('A=1'.repeat(500)).subarray(0, 15)],
    ['when it inflates beyond the limit', gzipSync(Buffer.alloc(60 * 1024 * 1024))],
    ['when a tar file is truncated', tar(...files).subarray(0, 700)],
  ])('%s', (_, bytes) => {
    expect(archiveEntries('x', bytes)?.complete).toBe(false);
  });
});

test('no bytes make it throw', () => {
  const start = zip(...files);
  assert(
    property(uint8Array({ maxLength: 60 }), (noise) => {
      const bytes = Buffer.from(start);
      noise.forEach((byte, index) => bytes.writeUInt8(byte, (index * 7919 + byte * 31) % bytes.length));
      expect(() => archiveEntries('x', bytes)).not.toThrow();
      expect(() =>
        archiveEntries('x', Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), noise])),
      ).not.toThrow();
    }),
  );
});
