import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Advisory } from '@scangate/engines/model/advisory';
import { groupByAlias, mergeGroup } from '@scangate/engines/sca/merge-aliases';
import { runs } from '#test/support/runs/samples.ts';

const advisory = (id: string, aliases: string[] = [], parts: Partial<Advisory> = {}): Advisory => ({
  id,
  aliases,
  summary: id,
  severity: 'unknown',
  malicious: false,
  url: `https://example.org/${id}`,
  ranges: [{ introduced: '0', fixed: '2.0.0' }],
  versions: [],
  ...parts,
});

const merged = (...group: Advisory[]) => mergeGroup({ ecosystem: 'npm', version: '1.0.0' }, group, group);

const names = (groups: Advisory[][]) =>
  groups
    .map((group) =>
      group
        .map((a) => [a.id, ...a.aliases].join())
        .sort()
        .join(' '),
    )
    .sort();

const scored = (id: string, aliases: string[], score: number) =>
  advisory(id, aliases, { severity: 'high', cvss: { vector: 'CVSS:3.1/x', score } });

const fixedIn = (...fixed: string[]) => ({ ranges: fixed.map((f) => ({ introduced: '0', fixed: f })) });

describe('grouping', () => {
  const ids = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H');
  const advisories = fc
    .array(fc.tuple(ids, fc.uniqueArray(ids, { maxLength: 3 })), { maxLength: 8 })
    .map((all) => all.map(([id, aliases]) => advisory(id, aliases)));

  test('joins records that share an id, directly or transitively, and no others', () => {
    const groups = groupByAlias([
      advisory('A', ['B']),
      advisory('C', ['D']),
      advisory('E'),
      advisory('B', ['D']),
    ]);
    expect(names(groups)).toEqual(['A,B B,D C,D', 'E']);
  });

  test('does not depend on the order of the records', () => {
    const shuffled = advisories.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(names(groupByAlias(other))).toEqual(names(groupByAlias(all)));
      }),
    );
  });

  test('puts each id in one group and drops no record', () => {
    fc.assert(
      fc.property(advisories, (all) => {
        const groups = groupByAlias(all);
        expect(groups.flat().length).toBe(all.length);
        const owners = groups.flatMap((group) => [...new Set(group.flatMap((a) => [a.id, ...a.aliases]))]);
        expect(new Set(owners).size).toBe(owners.length);
      }),
    );
  });
});

describe('a merged vulnerability', () => {
  test('is named by the record with the best severity data and lists every other id', () => {
    const { id, aliases, cvss } = merged(
      advisory('PYSEC-1', ['CVE-1']),
      scored('GHSA-1', ['CVE-1'], 7.5),
      advisory('CVE-1', ['GHSA-1', 'OTHER-2']),
    );
    expect({ id, aliases }).toEqual({ id: 'GHSA-1', aliases: ['CVE-1', 'OTHER-2', 'PYSEC-1'] });
    expect(cvss?.score).toBe(7.5);
    expect(
      merged(scored('A-1', [], 7), { ...scored('B-1', ['A-1'], 8), cvss: { vector: 'CVSS:4.0/x', score: 8 } })
        .id,
    ).toBe('B-1');
  });

  test('has the highest severity of the matched records', () => {
    const { severity } = merged(
      advisory('A-1', ['B-1'], { severity: 'unknown' }),
      advisory('B-1', [], { severity: 'medium' }),
      advisory('C-1', ['B-1'], { severity: 'high' }),
    );
    expect(severity).toBe('high');
  });

  test('uses the other records of its group if the matched ones have no severity', () => {
    const hit = advisory('GO-1', ['CVE-1']);
    const other = advisory('GHSA-1', ['CVE-1'], { severity: 'high', ranges: [{ introduced: '3.0.0' }] });
    expect(mergeGroup({ ecosystem: 'npm', version: '1.0.0' }, [hit, other], [hit])).toMatchObject({
      id: 'GO-1',
      severity: 'high',
    });
    const loud = advisory('MAL-1', ['CVE-1'], { severity: 'critical', malicious: true });
    const quiet = { ...hit, severity: 'low' as const };
    expect(mergeGroup({ ecosystem: 'npm', version: '1.0.0' }, [quiet, loud], [quiet])).toMatchObject({
      severity: 'low',
      malicious: false,
    });
  });

  test('keeps its canonical id when another database joins', () => {
    const before = merged(advisory('PYSEC-1', ['CVE-2', 'CVE-1']));
    const after = merged(advisory('PYSEC-1', ['CVE-2', 'CVE-1']), scored('GHSA-1', ['CVE-1'], 9));
    expect([before.canonicalId, after.canonicalId]).toEqual(['CVE-1', 'CVE-1']);
    expect(merged(advisory('Z-1', ['GHSA-2'])).canonicalId).toBe('GHSA-2');
  });

  test('lists fixes nearest first, without those that another record affects', () => {
    const { fixedVersions } = merged(
      advisory('A-1', ['B-1'], fixedIn('1.2.0')),
      advisory('B-1', [], {
        ranges: [
          { introduced: '0', fixed: '1.10.0' },
          { introduced: '2.0.0', fixed: '2.0.1' },
        ],
      }),
    );
    expect(fixedVersions).toEqual(['1.10.0', '2.0.1']);
  });

  test('lists no fix older than the installed version', () => {
    const group = [
      advisory('A-1', [], { ranges: [{ introduced: '0', fixed: '1.0.0' }, { introduced: '2.0.0' }] }),
    ];
    expect(mergeGroup({ ecosystem: 'npm', version: '2.5.0' }, group, group).fixedVersions).toEqual([]);
  });

  test('does not depend on the order of its records', () => {
    const severity = fc.constantFrom('critical', 'high', 'medium', 'low', 'unknown');
    const member = fc
      .tuple(fc.nat(9), severity, fc.option(fc.nat(10)), fc.array(fc.nat(5)))
      .map(([n, s, score, fixed]) =>
        advisory(`${n % 2 ? 'GHSA' : 'PYSEC'}-${n}`, ['CVE-1'], {
          severity: s,
          ...(score !== null && { cvss: { vector: `CVSS:${n % 3 ? '3.1' : '4.0'}/${n}`, score } }),
          ranges: fixed.map((f) => ({ introduced: '0', fixed: `${f}.0.0` })),
        }),
      );
    const groups = fc.uniqueArray(member, { minLength: 1, maxLength: 6, selector: ({ id }) => id });
    const shuffled = groups.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(merged(...other)).toEqual(merged(...all));
      }),
      { numRuns: runs(500) },
    );
  });
});
