import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { organizationPartitions, shardOf } from '#adapters/dynamodb/organization-partitions.ts';
import { keyOf, recordLayouts } from '#adapters/dynamodb/record-layouts.ts';
import type { RecordName } from '@scangate/domain/record-changes';
import type { ScanLookup } from '@scangate/domain/records';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import { ids } from '#runtime/ids.ts';
import { noon } from '#test/support/world.ts';

const organizationId = '0190a0b0-0000-4000-8000-000000000001';
const partitions = organizationPartitions(organizationId);
const sumsOf = (values: readonly string[]): number[] =>
  Array.from(Map.groupBy(values, (value) => value).values(), ({ length }) => length);

const verdicts = Object.keys({ PASS: 1, FAIL: 1, ERROR: 1 } satisfies Record<Verdict['verdict'], 1>);
const lookups = Object.keys({ commit: 1, branch: 1, repository: 1 } satisfies Record<
  Exclude<ScanLookup, 'verdict'>,
  1
>);

/** Ids of records, whose other fields have any text. */
const idWith = (text: string, lookup: string) =>
  new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_none, field) => {
        if (field === 'organizationId') return organizationId;
        return field === 'lookup' ? lookup : text;
      },
    },
  ) as never;

/** The partitions below an organization that records with this text in their keys have, and that are none of its own. */
const strayPartitions = (text: string, lookup: string): string[] =>
  (Object.keys(recordLayouts) as RecordName[])
    .map((record) => keyOf(record, idWith(text, lookup)))
    .filter(({ table }) => table === 'Core')
    .map(({ key }) => key['pk'] ?? '')
    .filter((pk) => pk.startsWith('ORG#') && !partitions.includes(pk));

describe('the partitions of an organization', () => {
  test('have every record that is below it, whatever its key', () => {
    const isNone = fc.property(
      fc.string(),
      fc.constantFrom(...lookups),
      (text, lookup) => strayPartitions(text, lookup).length === 0,
    );
    expect(fc.check(isNone)).toMatchObject({ failed: false });
  });

  const listingOf = (value: string) =>
    keyOf('scanListing', { organizationId, lookup: 'verdict', value, scanId: 's' });

  test.each(verdicts)('have the listings of the verdict %s', (value) => {
    expect(partitions).toContain(listingOf(value).key['pk']);
  });

  test('have no listings of anything that is no verdict', () => {
    const others = fc.oneof(fc.string(), fc.constantFrom('WAITERS', 'WARN', 'pass', '0', 'constructor'));
    fc.assert(
      fc.property(others, (value) => {
        fc.pre(!verdicts.includes(value));
        expect(() => listingOf(value)).toThrow('no partition for the verdict');
      }),
    );
  });

  test('say which organization it is', () => {
    const { pk = '', sk = '' } = keyOf('scan', { organizationId, scanId: 's-1' }).key;
    expect(recordLayouts.scan.identity(pk, sk)).toEqual({ organizationId, scanId: 's-1' });
  });

  test('are 21, each different', () => {
    expect(new Set(partitions).size).toBe(21);
  });
});

describe('a shard', () => {
  test('has a sixteenth of the scans of an organization, even of those that begin at once', () => {
    const shards = Array.from({ length: 16_000 }, () => shardOf(ids.scanId(noon)));
    for (const count of sumsOf(shards)) expect(Math.abs(count - 1_000)).toBeLessThan(200);
    expect(sumsOf(shards)).toHaveLength(16);
  });

  test('stays the same in every release', () => {
    const texts = ['', 'a', 'b', '0190a0b0-0000-7000-8000-000000000001'];
    expect(texts.map(shardOf)).toEqual(['0', 'd', '8', '0']);
  });
});
