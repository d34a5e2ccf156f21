import { sha256 } from '@scangate/engines/model/digest';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Ecosystem } from '@scangate/engines/model/component';
import { compactRecord, type ShardRecord } from '@scangate/engines/advisories/compact-record';
import { ecosystemOf } from '@scangate/engines/advisories/osv-record';
import {
  decodeShard,
  shardBuilder,
  snapshotIdOf,
  type ShardEntries,
} from '@scangate/engines/advisories/snapshot';
import { runs } from '#test/support/runs/samples.ts';
import { cvss, indexOf, osvRecord, vector } from '../sca/advisory-fixtures.ts';

const shardOf = (record: unknown, ecosystem: Ecosystem = 'npm'): ShardRecord => {
  const compacted = compactRecord(record);
  const shard = compacted.kind === 'advisory' ? compacted.shards.get(ecosystem) : undefined;
  if (!shard) throw new Error(`no ${ecosystem} part: ${JSON.stringify(compacted)}`);
  return shard;
};

const urlOf = (record: unknown) => indexOf(record).lookup('npm', 'left')[0]?.url;

const build = (of: ShardRecord[]) => {
  const builder = shardBuilder('npm');
  for (const record of of) builder.add(record);
  return builder;
};

const partOf = (introduced: string, fixed: string, severity?: unknown) => ({
  package: { ecosystem: 'npm', name: 'left' },
  ranges: [{ type: 'SEMVER', events: [{ introduced }, { fixed }] }],
  severity,
});

const shardEntry = (key: string, etag: string) => ({ key, records: 1, newestModified: '', etag });

describe('a record', () => {
  test('that was withdrawn is never an advisory', () => {
    const record = osvRecord({ withdrawn: '2025-02-02T00:00:00Z' });
    expect(compactRecord(record)).toMatchObject({ kind: 'withdrawn', id: 'GHSA-aaaa-bbbb-cccc' });
  });

  test('of an unsupported ecosystem, or with commits only, is ignored and not rejected', () => {
    const git = { type: 'GIT', repo: 'https://example.org/r', events: [{ introduced: '0' }] };
    const affected = [{ package: { ecosystem: 'npm', name: 'left' }, ranges: [git] }];
    expect(compactRecord(osvRecord({ ecosystem: 'OSS-Fuzz' })).kind).toBe('irrelevant');
    expect(compactRecord({ ...osvRecord(), affected })).toMatchObject({
      kind: 'irrelevant',
      commitsOnly: true,
    });
    expect(compactRecord(osvRecord({ ecosystem: 'OSS-Fuzz' }))).not.toHaveProperty('commitsOnly');
    expect(compactRecord({ ...osvRecord(), affected: [{ ranges: [git] }] }).kind).toBe('irrelevant');
    expect(compactRecord({ id: 'X-1', modified: '2025-01-01T00:00:00Z' }).kind).toBe('irrelevant');
  });

  test('keeps its versions beside GIT ranges', () => {
    const git = { type: 'GIT', repo: 'https://example.org/r', events: [{ introduced: '0' }] };
    const affected = [{ package: { ecosystem: 'npm', name: 'left' }, ranges: [git], versions: ['1.0.0'] }];
    expect(shardOf({ ...osvRecord(), affected })[7]).toEqual([['left', [], ['1.0.0']]]);
  });

  test('of several ecosystems is stored in each', () => {
    const affected = ['npm', 'PyPI', 'OSS-Fuzz'].map((ecosystem) => ({
      package: { ecosystem, name: 'Some_Thing' },
      versions: ['1.0.0'],
    }));
    const compacted = compactRecord({ ...osvRecord(), affected });
    expect(compacted.kind === 'advisory' && [...compacted.shards.keys()]).toEqual(['npm', 'PyPI']);
    expect(shardOf({ ...osvRecord(), affected }, 'PyPI')[7][0]?.[0]).toBe('some-thing');
  });

  test('merges several entries of one package', () => {
    const affected = [partOf('1.0.0', '1.1.0'), partOf('2.0.0', '2.1.0', cvss(vector.critical))];
    const [left] = indexOf({ ...osvRecord({ severity: cvss(vector.low) }), affected }).lookup('npm', 'left');
    expect(left?.ranges).toEqual([
      { introduced: '1.0.0', fixed: '1.1.0' },
      { introduced: '2.0.0', fixed: '2.1.0' },
    ]);
    expect(left).toMatchObject({ severity: 'critical', cvss: { score: 9.8 } });
  });

  test('of a malicious package is malicious and critical, whatever its score', () => {
    const known = { severity: cvss(vector.low), versions: ['1.0.0'] };
    for (const ids of [{ id: 'MAL-2025-1' }, { id: 'GHSA-x', aliases: ['MAL-2025-1'] }]) {
      const [found] = indexOf(osvRecord({ ...known, ...ids })).lookup('npm', 'left');
      expect(found).toMatchObject({ malicious: true, severity: 'critical' });
    }
  });

  test('prefers the URL of its advisory and always has a URL', () => {
    const references = [
      { type: 'WEB', url: 'https://example.org/post' },
      { type: 'ADVISORY', url: 'javascript:alert(1)' },
      { type: 'ADVISORY', url: 'https://example.org/advisory' },
    ];
    expect(urlOf({ ...osvRecord(), references })).toBe('https://example.org/advisory');
    expect(urlOf({ ...osvRecord(), references: references.slice(0, 2) })).toBe('https://example.org/post');
    expect(urlOf(osvRecord())).toBe('https://osv.dev/vulnerability/GHSA-aaaa-bbbb-cccc');
  });

  test('without a summary is titled by the first line of its details', () => {
    const record = { ...osvRecord(), summary: undefined, details: `\n First\u0000 line \nsecond` };
    expect(shardOf(record)[3]).toBe('First  line');
  });

  test.each([
    [{ ...osvRecord(), id: 7 }, /id/],
    [{ ...osvRecord(), id: 'a b' }, /id/],
    [[], /not an object/],
    [{ ...osvRecord(), affected: {} }, /affected is not a list/],
    [{ ...osvRecord(), affected: [{ package: { ecosystem: 'npm' } }] }, /affected\[0\]\.package\.name/],
    [osvRecord({ events: [] }), /affected\[0\]\.ranges\[0\] has no events/],
    [
      { ...osvRecord(), affected: [{ package: { ecosystem: 'npm', name: 'a' }, versions: [1] }] },
      /versions\[0\]/,
    ],
    [osvRecord({ versions: ['1'.repeat(201)] }), /versions\[0\]/],
  ])('that is malformed in a field needed for matching is rejected, with the place: %#', (record, reason) => {
    const compacted = compactRecord(record);
    expect(compacted.kind === 'bad' && compacted.reason).toMatch(reason);
  });

  test('of any shape is compacted without throwing', () => {
    const anything = fc.anything();
    const parts = fc.record(
      {
        package: fc.oneof(
          anything,
          fc.record({ ecosystem: fc.constantFrom('npm', 'PyPI'), name: fc.string() }),
        ),
        ranges: fc.oneof(
          anything,
          fc.array(
            fc.record({
              type: fc.constantFrom('SEMVER', 'ECOSYSTEM', 'GIT'),
              events: fc.array(fc.dictionary(fc.constantFrom('introduced', 'fixed', 'limit'), fc.string())),
            }),
          ),
        ),
        versions: fc.oneof(anything, fc.array(fc.string())),
        severity: anything,
        database_specific: anything,
      },
      { requiredKeys: [] },
    );
    const record = fc.record(
      {
        id: fc.oneof(anything, fc.constant('X-1')),
        aliases: anything,
        summary: anything,
        references: anything,
        modified: anything,
        withdrawn: anything,
        affected: fc.oneof(anything, fc.array(parts)),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(anything, record), (value) => {
        expect(['advisory', 'withdrawn', 'irrelevant', 'bad']).toContain(compactRecord(value).kind);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('an ecosystem', () => {
  test.each([
    ['npm', 'npm'],
    ['Maven:https://repo.example.org', 'Maven'],
    ['OSS-Fuzz', undefined],
    ['Debian:11', 'Debian:11'],
    ['Red Hat:enterprise_linux:9::baseos', 'Red Hat:9'],
    ['toString', undefined],
    ['NPM', undefined],
  ])('named %s is %s', (name, ecosystem) => {
    expect(ecosystemOf(name)).toBe(ecosystem);
  });
});

describe('a shard', () => {
  const records = [
    shardOf(osvRecord({ id: 'A-1' })),
    shardOf(osvRecord({ id: 'A-2', name: '__proto__' })),
    shardOf(osvRecord({ id: 'A-1', modified: '2026-01-01T00:00:00Z', summary: 'newer' })),
  ];

  test('has the same bytes for any order of records, with the newest of each id', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(records, { minLength: 3 }), (shuffled) => {
        expect(build(shuffled).encode()).toEqual(build(records).encode());
      }),
    );
    const { bytes, digest, records: count, newestModified } = build(records).encode();
    expect({ count, newestModified }).toEqual({ count: 2, newestModified: '2026-01-01T00:00:00.000Z' });
    expect(digest).toBe(sha256(bytes));
    expect(decodeShard(bytes).records.map((record) => [record[0], record[3]])).toEqual([
      ['A-1', 'newer'],
      ['A-2', 'Something can be abused'],
    ]);
  });

  test('drops a record that is out of date, and keeps a newer one', () => {
    const builder = build(records);
    builder.drop('A-1', Date.parse('2025-06-01T00:00:00Z') / 1000);
    builder.drop('A-2', Date.parse('2025-06-01T00:00:00Z') / 1000);
    builder.drop('A-9', 0);
    expect(decodeShard(builder.encode().bytes).records.map(([id]) => id)).toEqual(['A-1']);
  });

  test('of another format is rejected', () => {
    const foreign = gzipSync(JSON.stringify({ format: 0, ecosystem: 'npm', records: [] }));
    expect(() => decodeShard(foreign)).toThrow(/another format/);
    expect(() => decodeShard(new Uint8Array([1, 2, 3]))).toThrow(/header/);
  });

  test('omits exactly the versions that its ranges cover', () => {
    const record = osvRecord({
      ecosystem: 'PyPI',
      events: [{ introduced: '0' }, { fixed: '2.0' }],
      versions: ['1.0', '1.9.post1', '2.0', '2004d'],
    });
    expect(shardOf(record, 'PyPI')[7]).toEqual([['left', [['i0', 'f2.0']], ['2.0', '2004d']]]);
  });
});

test('a snapshot id depends on the advisories, not on when or in what order they were fetched', () => {
  const shards: ShardEntries = { npm: shardEntry('a', '1'), Go: shardEntry('b', '1') };
  expect(snapshotIdOf({ Go: shardEntry('b', '2'), npm: shardEntry('a', '3') })).toBe(snapshotIdOf(shards));
  expect(snapshotIdOf({ ...shards, Go: shardEntry('c', '1') })).not.toBe(snapshotIdOf(shards));
  expect(snapshotIdOf({ npm: shardEntry('a', '1') })).not.toBe(snapshotIdOf(shards));
});

test('a record of a distribution about one CVE is its alias; a notice about several takes the worst rating', () => {
  const debian = {
    ...osvRecord({ ecosystem: 'Debian:11' }),
    severity: [],
    database_specific: {},
    aliases: [],
  };
  expect(shardOf({ ...debian, upstream: ['CVE-2022-0778'] }, 'Debian:11')[2]).toEqual(['CVE-2022-0778']);
  const builder = shardBuilder('Debian:11');
  builder.add(shardOf({ ...debian, upstream: ['CVE-2022-0778', 'CVE-2022-1292'] }, 'Debian:11'));
  expect(builder.unrated()).toEqual([[osvRecord().id, 'CVE-2022-0778', 'CVE-2022-1292']]);
  builder.rateUnknown((ids) => (ids.includes('CVE-2022-1292') ? { severity: 'critical' } : undefined));
  const [stored] = decodeShard(builder.encode().bytes).records;
  expect([stored?.[2], stored?.[4]]).toEqual([[], 'critical']);
});
