import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { describe, expect, test } from 'vitest';
import { readZip } from '#adapters/zip/read-zip.ts';
import { streamArchive } from '#app/archives/zip-archive.ts';
import { rawZip, type RawFile } from '#test/support/evidence/raw-zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-zip-'));
const file = join(folder, 'archive.zip');

const readAll = async (bytes: Uint8Array): Promise<Record<string, string>> => {
  writeFileSync(file, bytes);
  const texts: Record<string, string> = {};
  for await (const { path, content, isIntact } of readZip(file)) {
    texts[path] = Buffer.concat(await Array.fromAsync(content)).toString();
    if (!isIntact()) texts[path] += ' (damaged)';
  }
  return texts;
};

const a: RawFile = { path: 'a.json', text: '{"a":1}' };
const b: RawFile = { path: 'b/c.json', text: '{"b":1}' };
const texts = { 'a.json': '{"a":1}', 'b/c.json': '{"b":1}' };
const forged: RawFile = { path: 'evidence/forged.json', text: 'forged' };

/** The record after the content of a file that says its sizes. */
const descriptorOf = (
  { text = '' }: RawFile,
  { isSigned = true, isWide = false, sum = crc32(text) } = {},
) => {
  const record = Buffer.alloc(isWide ? 24 : 16);
  const sizes = [deflateRawSync(Buffer.from(text)).length, text.length];
  record.writeUInt32LE(0x08074b50);
  record.writeUInt32LE(sum, 4);
  for (const [index, size] of sizes.entries())
    if (isWide) record.writeBigUInt64LE(BigInt(size), 8 + index * 8);
    else record.writeUInt32LE(size, 8 + index * 4);
  return isSigned ? record : record.subarray(4);
};
const described = (given: RawFile, after: Buffer): RawFile => ({ ...given, flags: 0x808, after });

describe('reads files', () => {
  test('as they were written by hand, and with a missing file as undefined', async () => {
    expect(await readAll(rawZip([a, b]))).toEqual(texts);
    expect(await readAll(rawZip([]))).toEqual({});
    expect(await readAll(rawZip([{ path: 'empty', text: '' }]))).toEqual({ empty: '' });
  });

  test('with each form of a data descriptor', async () => {
    for (const isSigned of [true, false])
      for (const isWide of [true, false]) {
        const first = described(a, descriptorOf(a, { isSigned, isWide }));
        expect(await readAll(rawZip([first, b]))).toEqual(texts);
        expect(await readAll(rawZip([b, first]))).toEqual(texts);
      }
  });

  test('as the service streams them, stored, deflated and in zip64', async () => {
    const content = Buffer.from('x'.repeat(300_000));
    expect(await readAll(await buffer(streamArchive([{ path: 'a', content }])))).toEqual({
      a: content.toString(),
    });
    for (const options of [{ compress: true }, { compress: false }, { forceZip64Format: true }]) {
      const zip = new ZipFile();
      zip.addReadStream(streamArchive([]), 'inner.zip', options);
      zip.addBuffer(content, 'a', options);
      zip.end({ forceZip64Format: 'forceZip64Format' in options, comment: '' });
      expect(Object.keys(await readAll(await buffer(zip.outputStream)))).toEqual(['inner.zip', 'a']);
    }
  });

  test('as other programs write them, with the time in an extra field', async () => {
    const extra = Buffer.from('5554050003000000ff', 'hex');
    expect(await readAll(rawZip([{ ...a, extra }, b]))).toEqual(texts);
  });
});

test('reports a file whose checksum is wrong as damaged', async () => {
  expect(await readAll(rawZip([{ ...a, crc: 1 }]))).toEqual({ 'a.json': '{"a":1} (damaged)' });
});

describe('refuses an archive that other programs read differently', () => {
  const hidden = rawZip([{ ...forged, isUnlisted: true }]).subarray(0, -22);
  const packed = deflateRawSync(Buffer.from('{"a":1}'));

  test.each<[string, Buffer, string]>([
    ['a hidden first file', rawZip([{ ...forged, isUnlisted: true }, a]), 'begins the archive'],
    ['a hidden last file', rawZip([a, { ...forged, isUnlisted: true }]), 'no directory lists follows'],
    ['a hidden file between', rawZip([a, { ...forged, isUnlisted: true }, b]), 'no directory lists follows'],
    ['only a hidden file', rawZip([{ ...forged, isUnlisted: true }]), 'begins the archive'],
    ['bytes before', rawZip([], { before: Buffer.from('#!') }), 'begins the archive'],
    ['bytes before the directory', rawZip([a], { between: Buffer.from('x') }), 'follows a.json'],
    ['bytes after the directory', rawZip([a], { after: Buffer.from('x') }), 'follows its directory'],
    ['a directory of another size', rawZip([a], { directory: 1 }), 'another directory'],
    [
      'a hidden file after the end of the content',
      rawZip([{ ...a, packed: Buffer.concat([packed, hidden]) }, b]),
      'bytes after the end',
    ],
    [
      'a hidden file as a data descriptor',
      rawZip([described(a, Buffer.concat([descriptorOf(a), hidden]))]),
      'data descriptor',
    ],
    ['no data descriptor', rawZip([described(a, Buffer.alloc(0)), b]), 'data descriptor'],
    [
      'a data descriptor with another checksum',
      rawZip([described(a, descriptorOf(a, { sum: 1 }))]),
      'data descriptor',
    ],
    ['a data descriptor that is not announced', rawZip([{ ...a, after: descriptorOf(a) }]), 'follows a.json'],
    ['another local name', rawZip([{ ...a, localPath: 'b.json' }]), 'another name'],
    ['another local size', rawZip([{ ...a, localSize: 8 }]), 'two ways'],
    ['another local method', rawZip([{ ...a, localMethod: 0 }]), 'two ways'],
    ['a second name', rawZip([{ ...a, extra: Buffer.from('7570010000', 'hex') }]), 'second name'],
    ['a name that is not ASCII', rawZip([{ ...a, path: 'ä.json' }]), 'not ASCII'],
    [
      'another size than is stated',
      rawZip([{ ...a, packed: deflateRawSync(Buffer.from('{"a":1}+')) }]),
      'another size',
    ],
    ['an overlap', rawZip([a, b, { ...b, path: 'd', sharesOffset: 10 }]), 'overlaps what'],
  ])('%s', async (_what, bytes, reason) => {
    await expect(readAll(bytes)).rejects.toThrow(new RegExp(reason));
  });
});

describe('refuses a zip bomb before anything is inflated', () => {
  const zeros = (bytes: number): RawFile => ({ path: 'zeros', content: Buffer.alloc(bytes) });

  test('one file with an extreme ratio', async () => {
    await expect(readAll(rawZip([zeros(16 * 1024 ** 2)]))).rejects.toThrow('times its compressed size');
  });

  test('many names for one file', async () => {
    const { path, content = Buffer.alloc(0) } = zeros(1024 ** 2);
    const one = { path, content, packed: deflateRawSync(content), crc: crc32(content) };
    const names = Array.from({ length: 3_000 }, (_, index): RawFile => ({
      ...one,
      path: `zeros-${index}`,
      sharesOffset: 0,
    }));
    await expect(readAll(rawZip([one, ...names]))).rejects.toThrow('too large');
    // A few names stay below the limit and still share their bytes.
    const few = rawZip([
      { ...a, text: 'a' },
      { ...a, path: 'again', localPath: 'a.json', sharesOffset: 0 },
    ]);
    await expect(readAll(few)).rejects.toThrow('overlaps what');
  });

  test('many small files, each below the limit of one', async () => {
    const many = Array.from({ length: 50 }, (_, index): RawFile => ({
      ...zeros(1024 ** 2),
      path: `zeros-${index}`,
    }));
    await expect(readAll(rawZip(many))).rejects.toThrow('too large');
  });
});
