import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { importAdvisories, type ImportRequest } from '#adapters/reference-data/osv/import-advisories.ts';
import { cvss, osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';
import { earlier, inDirectory, lookup, memoryObjects, type MemoryObjects } from './object-store-fixture.ts';

const importAll = (objects: MemoryObjects, records: unknown[], options: Partial<ImportRequest> = {}) =>
  inDirectory(async (directory) => {
    const path = join(directory, 'records.jsonl');
    await writeFile(path, records.map((record) => JSON.stringify(record)).join('\n'));
    return importAdvisories(path, { objects, now: earlier, ...options });
  });

const unrated = (id: string, ...aliases: string[]) =>
  osvRecord({ id, aliases, ecosystem: 'Go', name: 'stdlib' });
const reviewed = osvRecord({
  id: 'GHSA-1111-2222-3333',
  aliases: ['CVE-2024-1'],
  ecosystem: 'Go',
  name: 'example.com/other',
  word: 'HIGH',
});
/** A record of a CVE names no package, so it is of use only for its severity. */
const ofCve = (id: string, score: string) => ({
  id,
  modified: '2025-01-02T03:04:05Z',
  severity: cvss(score),
  affected: [],
});

const severityOf = async (objects: MemoryObjects): Promise<string | undefined> =>
  (await lookup(objects, 'Go', 'stdlib'))[0]?.severity;

test('a record without a severity takes the highest one of its aliases, in any order of the source', async () => {
  const records = [
    unrated('GO-2024-1', 'CVE-2024-1', 'CVE-2024-2'),
    reviewed,
    ofCve('CVE-2024-2', vector.critical),
  ];
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(records, { minLength: 3 }), async (shuffled) => {
      const objects = memoryObjects();
      await importAll(objects, shuffled);
      const [advisory] = await lookup(objects, 'Go', 'stdlib');
      expect(advisory).toMatchObject({ severity: 'critical', cvss: { vector: vector.critical, score: 9.8 } });
    }),
    { numRuns: 10 },
  );
});

test('a record that shares an alias is enough, and a stated severity is kept', async () => {
  const objects = memoryObjects();
  await importAll(objects, [unrated('GO-2024-1', 'CVE-2024-1'), reviewed]);
  expect(await severityOf(objects)).toBe('high');
  await importAll(objects, [
    osvRecord({ id: 'GO-2024-1', aliases: ['CVE-2024-1'], ecosystem: 'Go', name: 'stdlib', word: 'LOW' }),
    reviewed,
  ]);
  expect(await severityOf(objects)).toBe('low');
});

test('a merge rates records by aliases that are already stored, and stored records by new ones', async () => {
  const objects = memoryObjects();
  await importAll(objects, [reviewed]);
  await importAll(objects, [unrated('GO-2024-1', 'CVE-2024-1')], { mode: 'merge' });
  expect(await severityOf(objects)).toBe('high');
  const others = memoryObjects();
  await importAll(others, [unrated('GO-2024-1', 'CVE-2024-1')]);
  expect(await severityOf(others)).toBe('unknown');
  await importAll(others, [reviewed], { mode: 'merge' });
  expect(await severityOf(others)).toBe('high');
});

test('neither a malicious package nor a withdrawn record rates other records', async () => {
  const objects = memoryObjects();
  await importAll(objects, [
    unrated('GO-2024-1', 'CVE-2024-1'),
    osvRecord({ id: 'MAL-2024-1', aliases: ['CVE-2024-1'] }),
    osvRecord({
      id: 'GHSA-9999-9999-9999',
      aliases: ['CVE-2024-1'],
      word: 'HIGH',
      withdrawn: '2025-01-01T00:00:00Z',
    }),
  ]);
  expect(await severityOf(objects)).toBe('unknown');
});

test('a notice has a class without an unknown severity; its score counts when it has one', async () => {
  const objects = memoryObjects();
  const notice = (id: string, kind: string, severity?: unknown) => {
    const record = osvRecord({ id, ecosystem: 'crates.io', name: id.toLowerCase(), severity });
    const [affected] = record.affected as Record<string, unknown>[];
    return { ...record, affected: [{ ...affected, database_specific: { informational: kind } }] };
  };
  await importAll(objects, [
    notice('RUSTSEC-1', 'unmaintained'),
    notice('RUSTSEC-2', 'unsound', cvss(vector.high)),
    notice('RUSTSEC-3', 'something else'),
  ]);
  const of = async (name: string) => (await lookup(objects, 'crates.io', name))[0];
  expect(await of('rustsec-1')).toMatchObject({ severity: 'low', informational: 'unmaintained' });
  expect(await of('rustsec-2')).toMatchObject({ severity: 'high', informational: 'unsound' });
  expect(await of('rustsec-3')).toMatchObject({ severity: 'unknown' });
  expect(await of('rustsec-3')).not.toHaveProperty('informational');
});

test('the rating of the newest CVSS version of the aliases is kept beside the highest', async () => {
  const lowV4 = 'CVSS:4.0/AV:P/AC:H/AT:P/PR:H/UI:A/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N';
  const both = {
    ...ofCve('CVE-2024-1', vector.critical),
    severity: [...cvss(vector.critical), { type: 'CVSS_V4', score: lowV4 }],
  };
  const apart = [
    ofCve('CVE-2024-1', vector.critical),
    { ...ofCve('CVE-2024-2', ''), severity: [{ type: 'CVSS_V4', score: lowV4 }] },
  ];
  for (const others of [[both], apart, apart.toReversed()]) {
    const objects = memoryObjects();
    await importAll(objects, [unrated('GO-2024-1', 'CVE-2024-1', 'CVE-2024-2'), ...others]);
    expect(await lookup(objects, 'Go', 'stdlib')).toMatchObject([
      { severity: 'critical', newest: { severity: 'low', version: 4 } },
    ]);
  }
});
