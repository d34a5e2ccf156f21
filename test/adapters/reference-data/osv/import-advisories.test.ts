import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importAdvisories, type ImportRequest } from '#adapters/reference-data/osv/import-advisories.ts';
import { sourceLimits } from '#adapters/reference-data/osv/record-source.ts';
import { storedAdvisories } from '#adapters/reference-data/osv/stored-advisories.ts';
import { osvRecord, type RecordParts } from '#test/engines/sca/advisory-fixtures.ts';
import { runs } from '#test/support/runs/samples.ts';
import {
  earlier,
  inDirectory,
  later,
  lookup,
  manifestKey,
  memoryObjects,
  type MemoryObjects,
} from './object-store-fixture.ts';
import { zipOf } from './zip-fixture.ts';

const lines = (...records: unknown[]): string => records.map((record) => JSON.stringify(record)).join('\n');

/** Imports one file with this name and content. */
const importFile = (
  objects: MemoryObjects,
  { name, content }: { name: string; content: string | Uint8Array },
  options: Partial<ImportRequest> = {},
) =>
  inDirectory(async (directory) => {
    await writeFile(join(directory, name), content);
    return importAdvisories(join(directory, name), { objects, now: earlier, ...options });
  });

const importRecords = (objects: MemoryObjects, parts: RecordParts[], options?: Partial<ImportRequest>) =>
  importFile(objects, { name: 'records.jsonl', content: lines(...parts.map(osvRecord)) }, options);

const text = JSON.stringify(osvRecord());

describe('a source', () => {
  test.each<[string, string | Uint8Array]>([
    ['one.json', text],
    ['several.json', `[${text}]`],
    ['records.jsonl', `\n${text}\r\n\n`],
    ['records.jsonl.gz', gzipSync(`${text}\n`)],
    ['all.zip', zipOf({ 'GHSA-aaaa-bbbb-cccc.json': text, 'notes.txt': 'no record' })],
  ])('may be %s', async (name, content) => {
    const objects = memoryObjects();
    const report = await importFile(objects, { name, content });
    expect(report).toMatchObject({
      switched: true,
      records: { advisories: 1, withdrawn: 0, irrelevant: 0, bad: 0 },
      shards: [{ ecosystem: 'npm', records: 1, newestModified: '2025-01-02T03:04:05.000Z' }],
    });
    expect(await lookup(objects, 'npm', 'left')).toHaveLength(1);
  });

  test('may be a directory of all of these, at any depth; symbolic links are not followed', async () => {
    await inDirectory(async (directory) => {
      await mkdir(join(directory, 'in/side'), { recursive: true });
      await writeFile(join(directory, 'in/side/a.json'), JSON.stringify(osvRecord({ id: 'A-1' })));
      await writeFile(join(directory, 'in/b.jsonl'), JSON.stringify(osvRecord({ id: 'B-1' })));
      await writeFile(
        join(directory, 'c.zip'),
        zipOf({ 'c.json': JSON.stringify(osvRecord({ id: 'C-1' })) }),
      );
      await writeFile(join(directory, 'README.md'), 'no record');
      await inDirectory(async (elsewhere) => {
        await writeFile(join(elsewhere, 'd.json'), JSON.stringify(osvRecord({ id: 'D-1' })));
        await symlink(elsewhere, join(directory, 'link'));
        await symlink(join(elsewhere, 'd.json'), join(directory, 'd.json'));
        const objects = memoryObjects();
        expect((await importAdvisories(directory, { objects, now: earlier })).records.advisories).toBe(3);
        expect((await lookup(objects, 'npm', 'left')).map(({ id }) => id).sort()).toEqual([
          'A-1',
          'B-1',
          'C-1',
        ]);
      });
    });
  });

  test('with bad records is imported without them, and the first ten are listed', async () => {
    const bad = Array.from({ length: 12 }, (_, i) => (i % 2 ? '{"id":' : `{"id":"X-${i}","affected":7}`));
    const report = await importFile(memoryObjects(), {
      name: 'records.jsonl',
      content: [text, ...bad].join('\n'),
    });
    expect(report).toMatchObject({ switched: true, records: { advisories: 1, bad: 12 } });
    expect(report.badRecords).toHaveLength(10);
    expect(report.badRecords.slice(0, 2)).toEqual([
      { name: 'records.jsonl:2 (X-0)', reason: 'affected is not a list' },
      { name: 'records.jsonl:3', reason: 'not JSON' },
    ]);
  });

  test('reports its progress', async () => {
    const parts = Array.from({ length: 2500 }, (_, i) => ({ id: `X-${i}` }));
    const seen: number[] = [];
    await importRecords(memoryObjects(), parts, { onProgress: ({ advisories }) => seen.push(advisories) });
    expect(seen).toEqual([1000, 2000, 2500]);
  });

  test('with arbitrary JSON is imported or rejected without throwing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.json(), { maxLength: 5 }), async (documents) => {
        const objects = memoryObjects();
        const report = await importFile(objects, { name: 'records.jsonl', content: documents.join('\n') });
        expect(report.switched).toBe(objects.stored.has(manifestKey));
        expect(report.switched).toBe(report.failure === undefined);
      }),
      { numRuns: runs(100) },
    );
  });
});

const refuse = (name: string, content: string | Uint8Array, over: Partial<typeof sourceLimits>) =>
  importFile(memoryObjects(), { name, content }, { limits: { ...sourceLimits, ...over } });

describe('an import changes nothing when the source is', () => {
  const limits = { ...sourceLimits, recordBytes: 2000 };
  const long = JSON.stringify(osvRecord({ summary: 'x'.repeat(3000) }));
  test.each<[string, string, string | Uint8Array, RegExp]>([
    ['no good record', 'records.jsonl', 'nonsense\n[]\n{}', /no advisory/],
    [
      'only withdrawn records',
      'records.json',
      JSON.stringify(osvRecord({ withdrawn: earlier })),
      /no advisory/,
    ],
    ['a truncated gzip', 'records.jsonl.gz', gzipSync(text).subarray(0, -12), /cannot be read/],
    ['a truncated zip', 'all.zip', zipOf({ 'a.json': text }).subarray(0, -30), /cannot be read/],
    ['no zip', 'all.zip', 'PK', /cannot be read/],
    ['a path that leaves the zip', 'all.zip', zipOf({ '../a.json': text }), /cannot be read/],
    ['an unknown kind of file', 'records.txt', text, /only \.zip/],
    ['only records beyond the limit', 'a.json', long, /no advisory/],
    ['only lines beyond the limit', 'a.jsonl', long, /no advisory/],
    ['only entries beyond the limit', 'a.zip', zipOf({ 'a.json': long }), /no advisory/],
  ])('%s', async (_, name, content, failure) => {
    const objects = memoryObjects();
    await importRecords(objects, [{ id: 'LAST-GOOD' }]);
    const before = new Map(objects.stored);
    const report = await importFile(objects, { name, content }, { limits, now: later });
    expect(report.switched).toBe(false);
    expect(report.failure).toMatch(failure);
    expect(objects.stored).toEqual(before);
  });

  test('a path that does not exist', async () => {
    expect(
      await importAdvisories('/nowhere/at/all', { objects: memoryObjects(), now: earlier }),
    ).toMatchObject({
      switched: false,
    });
  });

  test('a zip whose content differs from its declared size', async () => {
    const zip = zipOf({ 'a.json': text });
    const declared = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24;
    zip.writeUInt32LE(20, declared);
    expect(await importFile(memoryObjects(), { name: 'all.zip', content: zip })).toMatchObject({
      switched: false,
    });
  });

  test('above the limits in total', async () => {
    const many = lines(osvRecord({ id: 'A-1' }), osvRecord({ id: 'A-2' }), osvRecord({ id: 'A-3' }));
    expect((await refuse('a.jsonl', many, { records: 2 })).failure).toMatch(/too many/);
    expect((await refuse('a.jsonl.gz', gzipSync(many), { totalBytes: 500 })).failure).toMatch(/too large/);
    const zip = zipOf({ 'a.json': text, 'b.json': text });
    expect((await refuse('a.zip', zip, { totalBytes: text.length })).failure).toMatch(/too large/);
    expect((await refuse('a.zip', zip, { records: 1 })).failure).toMatch(/too many/);
  });
});

describe('replacing', () => {
  test('keeps ecosystems that the source does not have', async () => {
    const objects = memoryObjects();
    await importRecords(objects, [{ id: 'A-1' }, { id: 'B-1', ecosystem: 'Go', name: 'g' }]);
    await importRecords(objects, [{ id: 'A-2' }]);
    expect((await lookup(objects, 'npm', 'left')).map(({ id }) => id)).toEqual(['A-2']);
    expect(await lookup(objects, 'Go', 'g')).toHaveLength(1);
  });

  test('with the same advisories in another order gives the same snapshot', async () => {
    const parts = [
      { id: 'A-1' },
      { id: 'A-2' },
      { id: 'A-1', modified: '2026-01-01T00:00:00Z', summary: 'newer' },
    ];
    const [one, other] = [memoryObjects(), memoryObjects()];
    const first = await importRecords(one, parts);
    const second = await importRecords(other, parts.toReversed(), { now: later });
    expect(second.snapshotId).toBe(first.snapshotId);
    expect((await lookup(other, 'npm', 'left')).find(({ id }) => id === 'A-1')?.summary).toBe('newer');
  });

  test('stores no record that the same source withdraws', async () => {
    const objects = memoryObjects();
    await importRecords(objects, [
      { id: 'A-1', withdrawn: later, modified: later },
      { id: 'A-1' },
      { id: 'A-2' },
    ]);
    expect((await lookup(objects, 'npm', 'left')).map(({ id }) => id)).toEqual(['A-2']);
  });
});

describe('merging', () => {
  const merge = { mode: 'merge' } as const;

  test('adds to the current records, and the newer of two records wins', async () => {
    const objects = memoryObjects();
    await importRecords(objects, [{ id: 'A-1', modified: later, summary: 'newer' }]);
    await importRecords(objects, [{ id: 'A-1', modified: earlier, summary: 'older' }, { id: 'A-2' }], merge);
    const found = await lookup(objects, 'npm', 'left');
    expect(found.map(({ id, summary }) => `${id} ${summary}`)).toEqual([
      'A-1 newer',
      'A-2 Something can be abused',
    ]);
  });

  test('removes withdrawn records, and an ecosystem that has none left', async () => {
    const objects = memoryObjects();
    await importRecords(objects, [{ id: 'A-1' }, { id: 'B-1', ecosystem: 'Go', name: 'g' }]);
    const report = await importRecords(objects, [{ id: 'B-1', withdrawn: later, modified: later }], merge);
    expect(report.switched).toBe(true);
    const { ecosystems } = await storedAdvisories(objects).load(['npm', 'Go']);
    expect(ecosystems).toEqual(['npm']);
  });

  test('removes a record from an ecosystem that it no longer names', async () => {
    const objects = memoryObjects();
    await importRecords(objects, [{ id: 'A-1' }, { id: 'A-2' }]);
    await importRecords(objects, [{ id: 'A-1', ecosystem: 'Go', name: 'g', modified: later }], merge);
    expect((await lookup(objects, 'npm', 'left')).map(({ id }) => id)).toEqual(['A-2']);
    expect(await lookup(objects, 'Go', 'g')).toHaveLength(1);
  });
});

test('shards are written before the manifest, and a failure in between keeps the last snapshot', async () => {
  const objects = memoryObjects();
  await importRecords(objects, [{ id: 'A-1' }]);
  expect(objects.calls.filter((call) => call.startsWith('put')).at(-1)).toBe(`put ${manifestKey}`);
  objects.failPut = (key) => key === manifestKey;
  await expect(importRecords(objects, [{ id: 'A-2' }])).rejects.toThrow(/store is down/);
  expect((await lookup(objects, 'npm', 'left')).map(({ id }) => id)).toEqual(['A-1']);
});

test('the next import replaces an unreadable manifest', async () => {
  const objects = memoryObjects();
  objects.stored.set(manifestKey, Buffer.from('{"format":0}'));
  await expect(storedAdvisories(objects).load(['npm'])).rejects.toThrow(/manifest cannot be read/);
  expect((await importRecords(objects, [{ id: 'A-1' }])).switched).toBe(true);
  expect(await lookup(objects, 'npm', 'left')).toHaveLength(1);
});

test('records that name only commits are counted, because finding none of their packages proves nothing', async () => {
  const git = { type: 'GIT', repo: 'https://example.com/r', events: [{ introduced: '0' }] };
  const affected = [{ package: { ecosystem: 'npm', name: 'left' }, ranges: [git] }];
  const records = lines(
    osvRecord(),
    { ...osvRecord({ id: 'A-2' }), affected },
    osvRecord({ id: 'A-3', ecosystem: 'OSS-Fuzz' }),
  );
  expect((await importFile(memoryObjects(), { name: 'records.jsonl', content: records })).records).toEqual({
    advisories: 1,
    withdrawn: 0,
    irrelevant: 2,
    commitsOnly: 1,
    rating: 0,
    bad: 0,
  });
});
