import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { elementsOf } from '#adapters/reference-data/nvd/json-elements.ts';
import { isNvdFeed } from '#adapters/reference-data/nvd/feed-name.ts';
import { nvdFeedsIn, readNvdFeed } from '#adapters/reference-data/nvd/read-feed.ts';
import { vector } from '#test/engines/sca/advisory-fixtures.ts';
import { inDirectory } from '../osv/object-store-fixture.ts';
import { feedOf, nvdEntry, nvdFeed } from './nvd-fixture.ts';

const reading = (bytes: string | Buffer, limits?: Parameters<typeof readNvdFeed>[1]) =>
  inDirectory(async (directory) => {
    const path = join(directory, 'feed');
    await writeFile(path, bytes);
    return readNvdFeed(path, limits);
  });

const inChunks = async function* (bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

test('the elements of a document are those of JSON.parse, whatever its chunks are', async () => {
  const element = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(element, { maxLength: 6 }),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      async (elements, size, isPretty) => {
        const text = JSON.stringify({ format: 'x', list: elements }, undefined, isPretty ? 2 : 0);
        const found: unknown[] = [];
        for await (const { text: one = '' } of elementsOf(inChunks(Buffer.from(text), size), 1_000_000))
          found.push(JSON.parse(one));
        expect(found).toEqual(JSON.parse(JSON.stringify(elements)));
      },
    ),
  );
});

test('a feed is read by year, compressed or not', async () => {
  const text = JSON.stringify(
    nvdFeed(
      nvdEntry('CVE-2024-1000', vector.high),
      nvdEntry('CVE-2023-1000', vector.low),
      nvdEntry('CVE-2024-1001'),
    ),
  );
  for (const bytes of [text, gzipSync(text)]) {
    const rows = await reading(bytes);
    expect([...rows.keys()]).toEqual(['2024', '2023']);
    expect(rows.get('2024')?.get('CVE-2024-1000')?.rating?.severity).toBe('high');
    expect(rows.get('2024')?.get('CVE-2024-1001')).toEqual({ cve: 'CVE-2024-1001' });
  }
});

test.each([
  ['no JSON', 'hello', 'no entry'],
  ['without entries', '{"vulnerabilities":[]}', 'no entry'],
  ['of another format', JSON.stringify({ list: [{ id: 'GHSA-1' }] }), 'no entry'],
  ['truncated', JSON.stringify(feedOf('CVE-2024-1000')).slice(0, -3), 'ends early'],
  [
    'compressed and truncated',
    gzipSync(JSON.stringify(feedOf('CVE-2024-1000'))).subarray(0, 60),
    'cannot be read',
  ],
])('a feed %s is refused', async (_, bytes, reason) => {
  await expect(reading(bytes)).rejects.toThrow(reason);
});

test('a feed beyond the limits is refused, and an entry beyond them is skipped', async () => {
  const text = JSON.stringify(nvdFeed(nvdEntry('CVE-2024-1000', vector.high), nvdEntry('CVE-2024-1001')));
  const wide = { elementBytes: 1000, totalBytes: 10_000, rows: 10 };
  await expect(reading(text, { ...wide, totalBytes: 100 })).rejects.toThrow('too large');
  await expect(reading(text, { ...wide, rows: 1 })).rejects.toThrow('too many');
  const rows = await reading(text, { ...wide, elementBytes: 250 });
  expect([...(rows.get('2024')?.keys() ?? [])]).toEqual(['CVE-2024-1001']);
});

test('feeds are recognized by their names, also in a directory', async () => {
  expect(
    ['nvdcve-2.0-2024.json.gz', 'a/nvdcve-2.0-modified.json', 'nvd.json', 'GO-2024-1.json'].map(isNvdFeed),
  ).toEqual([true, true, false, false]);
  await inDirectory(async (directory) => {
    await mkdir(join(directory, 'nvd'));
    await writeFile(join(directory, 'nvd/nvdcve-2.0-2024.json'), '{}');
    await writeFile(join(directory, 'GO-2024-1.json'), '{}');
    expect(await nvdFeedsIn(directory)).toEqual([join(directory, 'nvd/nvdcve-2.0-2024.json')]);
    expect(await nvdFeedsIn(join(directory, 'missing'))).toEqual([]);
  });
});
