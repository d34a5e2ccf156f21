import { assert, property, uint8Array } from 'fast-check';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { archiveEntries } from '@scangate/engines/source-files/archives/archive-entries';

interface Entry {
  path: string;
  text: string;
  method?: number;
  flags?: number;
  /** The type of a member of a tar file. */
  type?: string;
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
    ...files.flatMap(({ path, text, type = '0' }) => {
      const header = Buffer.alloc(512);
      header.write(path, 0);
      header.write(text.length.toString(8).padStart(11, '0'), 124);
      header.write(type, 156);
      header.write('ustar', 257);
      return [header, Buffer.from(text.padEnd(Math.ceil(text.length / 512) * 512, '\0'))];
    }),
    Buffer.alloc(1024),
  ]);

/** The end record of a zip file without a comment. */
const endRecord = -22;

/** Changes the number of entries that a zip file says that it has. */
const withTotal = (bytes: Buffer, total: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed.writeUInt16LE(total, bytes.length + endRecord + 10);
  return changed;
};

/** Adds a comment to a zip file. */
const withComment = (bytes: Buffer, comment: string): Buffer => {
  const changed = Buffer.concat([bytes, Buffer.from(comment)]);
  changed.writeUInt16LE(comment.length, bytes.length + endRecord + 20);
  return changed;
};

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

  test('are those with names of folders that have content, and no other folder', () => {
    const named = { path: 'a.env/', text: 'A=1' };
    expect(read('x', zip(named, { path: 'b/', text: '' }))).toEqual({ entries: [named], complete: true });
  });

  test('are members of every type that have content', () => {
    const members = ['7', 'S', 'Z'].map((type) => ({ path: `${type}.env`, text: `A=${type}`, type }));
    const entries = members.map(({ path, text }) => ({ path, text }));
    const folder = { path: 'b/', text: '', type: '5' };
    expect(read('x', tar(...members, folder))).toEqual({ entries, complete: true });
  });

  test('have the comments of the archive beside them', () => {
    const [first = { path: '', text: '' }] = files;
    const pax = { path: 'header', text: '12 A=secret\n', type: 'g' };
    expect(read('x', withComment(zip(first), 'A=secret'))).toEqual({
      entries: [first, { path: 'comment', text: 'A=secret\n' }],
      complete: true,
    });
    expect(read('x', tar(pax, first))).toEqual({
      entries: [first, { path: 'comment', text: '12 A=secret\n\n' }],
      complete: true,
    });
  });

  /** The comment of an archive, which holds whatever it has beside its files. */
  const comment = (bytes: Buffer): string => read('x', bytes)?.entries.at(-1)?.text ?? '';

  test('have beside them what zip files hide in extra fields and in names that the directory does not have', () => {
    const extra = Buffer.from('\0\0A=secret');
    const bytes = zip({ path: 'a.env', text: 'A=1' });
    const local = Buffer.concat([bytes.subarray(0, 30), Buffer.from('B=secret'), extra, bytes.subarray(35)]);
    local.writeUInt16LE(8, 26);
    local.writeUInt16LE(extra.length, 28);
    local.writeUInt32LE(
      bytes.readUInt32LE(bytes.length + endRecord + 16) + 3 + extra.length,
      local.length + endRecord + 16,
    );
    expect(read('x', local)?.complete).toBe(true);
    expect(comment(local)).toContain('A=secret');
    expect(comment(local)).toContain('B=secret');
  });

  test('have beside them what tar files hide in headers, behind names and behind content', () => {
    for (const at of [50, 100, 125, 136, 145, 248 - 3, 157, 265, 297, 329, 400, 501, 512 + 4]) {
      const bytes = tar({ path: 'a.env', text: 'A=1\n' });
      bytes.write('B=secret', at);
      expect(comment(bytes), `at ${at}`).toContain('B=secret');
    }
  });

  test('have beside them what gzip files have in their headers', () => {
    const bytes = gzipSync('A=1');
    const [extra, texts] = [Buffer.from([4, 0, 0x42, 0x3d, 0, 0x31]), Buffer.from('C=secret\0D=secret\0')];
    const named = Buffer.concat([bytes.subarray(0, 10), extra, texts, bytes.subarray(10)]);
    named[3] = 4 + 8 + 16;
    expect(read('x.gz', named)?.entries).toEqual([
      { path: 'x', text: 'A=1' },
      { path: 'comment', text: expect.stringMatching(/C=secret[^]*D=secret/) as string },
    ]);
    expect(comment(named)).toContain('B=1');
    const both = read('x.gz', Buffer.concat([bytes, named]));
    expect(both?.entries[0]?.text).toBe('A=1A=1');
    expect(both?.entries[1]?.text).toContain('C=secret');
  });

  test('take no more room than the limit, whatever entries say of their names', () => {
    const count = 2_000;
    const local = Buffer.alloc(150_000, 'x');
    local.set(Buffer.from('PK\x03\x04'), 0);
    const headers = Array.from({ length: count }, (_, index) => {
      const at = index * 8;
      local.writeUInt32LE(0xffffffff, at + 26);
      const header = Buffer.alloc(46);
      header.writeUInt32LE(0x02014b50, 0);
      header.writeUInt32LE(at, 42);
      return header;
    });
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(count, 10);
    end.writeUInt32LE(local.length, 16);
    const found = archiveEntries('x', Buffer.concat([local, ...headers, end]));
    expect(found?.complete).toBe(false);
    expect(found?.entries.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(1_000_000);
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

/** Puts the signatures of an APK before the directory. */
const signed = (bytes: Buffer, text: string): Buffer => {
  const directoryAt = bytes.readUInt32LE(bytes.length + endRecord + 16);
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(text.length + 24));
  const block = Buffer.concat([size, Buffer.from(text), size, Buffer.from('APK Sig Block 42')]);
  const after = Buffer.from(bytes.subarray(directoryAt));
  after.writeUInt32LE(directoryAt + block.length, after.length + endRecord + 16);
  return Buffer.concat([bytes.subarray(0, directoryAt), block, after]);
};

test('a signed APK is complete, and its signatures are searched', () => {
  const { entries, complete } = archiveEntries('a.apk', signed(zip(...files), 'password'))!;
  expect(complete).toBe(true);
  expect(entries.at(-1)?.content.toString('latin1')).toContain('password');
});

describe('an archive is incomplete', () => {
  test.each([
    ['when an entry is encrypted', zip({ ...files[0]!, flags: 1 })],
    ['when a method is unknown', zip({ ...files[0]!, method: 14 })],
    ['when its directory is truncated', zip(...files).subarray(0, -30)],
    ['when gzip is truncated', gzipSync('A=1'.repeat(500)).subarray(0, 15)],
    ['when it inflates beyond the limit', gzipSync(Buffer.alloc(60 * 1024 * 1024))],
    ['when a tar file is truncated', tar(...files).subarray(0, 700)],
    ['when its directory lists none of its entries', withTotal(zip(...files), 0)],
    ['when its directory lists fewer entries than it has', withTotal(zip(...files), 1)],
    ['when something is behind its end', Buffer.concat([zip(...files), Buffer.from('A=secret')])],
    ['when a tar file goes on behind an empty block', Buffer.concat(files.map((file) => tar(file)))],
    [
      'when something is behind the zeros at the end of gzip',
      Buffer.concat([gzipSync('A=1'), Buffer.from('\0A=2')]),
    ],
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
