import { describe, expect, test } from 'vitest';
import { PublishedVersions } from '@scangate/engines/advisories/published-versions';
import { advisoryIndex, indexShard } from '@scangate/engines/advisories/advisory-index';
import { compactRecord } from '@scangate/engines/advisories/compact-record';
import { decodeShard, shardBuilder } from '@scangate/engines/advisories/snapshot';
import { advisorEngine } from '@scangate/engines/advisor/advisor-engine';
import type { UpgradeFinding, VulnerabilityFinding } from '@scangate/engines/model/finding';
import { scaEngine } from '@scangate/engines/sca/sca-engine';
import { component, engineInput, inventory } from '../sca/advisory-fixtures.ts';

const from = (fixed: string) => [['i', '0'] as const, ['f', fixed] as const];
const listed = (fixed: string, versions: string[]) => ({ ranges: [from(fixed)], versions });

describe('a version that records enumerate around', () => {
  const published = new PublishedVersions('PyPI');
  published.add('django', listed('1.11.21', ['1.11.17', '1.11.18', '1.11.20']));
  published.add('django', listed('1.8', ['1.7', '1.7.1']));

  test('was never published, and is replaced by the next published one', () => {
    expect(published.replacementOf('django', '1.11.19')).toEqual({ next: '1.11.20' });
    expect(published.replacementOf('django', '1.7b4')).toEqual({ next: '1.7' });
  });

  test.each([
    ['in the list, in another notation', '1.11.18.0'],
    ['in the list of another record', '1.7.1'],
    ['after the end of the list, which may be old', '1.11.20.1'],
    ['in no range of a list', '2.0'],
    ['that cannot be ordered', 'latest'],
  ])('may exist when it is %s', (_where, version) => {
    expect(published.replacementOf('django', version)).toBeUndefined();
  });

  test('may exist in a package that no record enumerates', () => {
    expect(published.replacementOf('flask', '1.11.19')).toBeUndefined();
  });
});

describe('a record whose fix was never published', () => {
  const record = (id: string, fixed: string, versions: string[]) => ({
    id,
    modified: '2026-01-01T00:00:00Z',
    affected: [
      {
        package: { ecosystem: 'PyPI', name: 'django' },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
        versions,
      },
    ],
  });
  const indexOf = (records: readonly unknown[]) => {
    const builder = shardBuilder('PyPI');
    const published = new PublishedVersions('PyPI');
    for (const each of records) {
      const compacted = compactRecord(each);
      if (compacted.kind !== 'advisory') throw new Error('the sample is no advisory');
      builder.add(compacted.shards.get('PyPI')!);
      for (const { name, enumeration } of compacted.enumerations) published.add(name, enumeration);
    }
    builder.checkFixes(published);
    return advisoryIndex(
      { snapshotId: 'test' },
      new Map([['PyPI', indexShard(decodeShard(builder.encode().bytes))]]),
    );
  };
  const fixesIn = (records: readonly unknown[]) => {
    const [name, version] = ['django', '1.11.18'];
    const purl = `pkg:pypi/${name}@${version}`;
    const installed = component({ ref: purl, purl, ecosystem: 'PyPI', name, version });
    const input = engineInput(inventory([installed]), indexOf(records));
    const findings = scaEngine.run(input).findings as VulnerabilityFinding[];
    const advice = advisorEngine.run(input).findings as UpgradeFinding[];
    return [findings.flatMap(({ fixedVersions }) => fixedVersions), advice.map(({ upgradeTo }) => upgradeTo)];
  };

  test('is fixed, in findings and in advice, by a published version', () => {
    const records = [record('A-1', '1.11.19', ['1.11.18']), record('A-2', '1.11.21', ['1.11.18', '1.11.20'])];
    expect(fixesIn(records)).toEqual([['1.11.20', '1.11.21'], ['1.11.21']]);
  });

  test('keeps its fix when no list contradicts it', () => {
    expect(fixesIn([record('A-1', '1.11.19', ['1.11.18'])])).toEqual([['1.11.19'], ['1.11.19']]);
  });
});
