import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import type { VulnerabilityFinding } from '@scangate/engines/model/finding';
import { scaEngine } from '@scangate/engines/sca/sca-engine';
import { readUsage } from '@scangate/engines/import-usage/read-usage';
import { unitOf } from '../source-unit.ts';
import { component, indexOf, inventory, osvRecord } from './advisory-fixtures.ts';

const module = 'example.com/yaml';

/** A record of the Go database, of RustSec or of GitHub, with its statement about symbols. */
const recordWith = (id: string, specific: object) => {
  const record = osvRecord({ id, ecosystem: 'Go', name: module });
  const [affected] = record['affected'] as object[];
  return { ...record, affected: [{ ...affected, ...specific }] };
};

const usagesOf = (records: object[], files: Record<string, string>) => {
  const list = inventory([component({ ecosystem: 'Go', name: module, purl: `pkg:golang/${module}@1.0.0` })]);
  const { findings } = scaEngine.run({
    inventory: list,
    usage: readUsage(unitOf(files), list),
    requested: [],
    runtimes: [],
    advisories: indexOf(...records),
    policy: defaultPolicy,
  });
  return findings.map((finding) => (finding as VulnerabilityFinding).usage);
};

const code = {
  'a.go': `package a\nimport y "${module}/v2"\nfunc f() { y.Unmarshal(b) }`,
};
const imports = (symbols?: string[]) => ({
  ecosystem_specific: { imports: [{ path: module, ...(symbols && { symbols }) }] },
});

describe('a finding says how the code uses the package', () => {
  test('with the affected symbols that it references, through the stored snapshot', () => {
    const record = recordWith('GO-1', imports(['Marshal', 'Unmarshal']));
    expect(usagesOf([record], code)).toEqual([
      { imported: true, symbols: ['Unmarshal'], places: [{ file: 'a.go', line: 3 }] },
    ]);
  });

  test('with none, if the record names symbols and the code references none of them', () => {
    expect(usagesOf([recordWith('GO-1', imports(['Marshal']))], code)).toEqual([
      { imported: true, symbols: [], places: [{ file: 'a.go', line: 2 }] },
    ]);
  });

  test.each([
    ['a package that is affected as a whole', imports()],
    ['no symbols', {}],
  ])('without symbols, if the record names %s', (_, specific) => {
    expect(usagesOf([recordWith('GO-1', specific)], code)).toEqual([
      { imported: true, places: [{ file: 'a.go', line: 2 }] },
    ]);
  });

  test.each([
    ['affects of RustSec', { ecosystem_specific: { affects: { functions: ['yaml::Unmarshal'] } } }],
    ['affected_functions of GitHub', { ecosystem_specific: { affected_functions: ['(yaml).Unmarshal'] } }],
    ['a method of Go', { ecosystem_specific: { affected_functions: ['yaml.(*Decoder).Unmarshal(v any)'] } }],
    [
      'a list that contains more than strings',
      { ecosystem_specific: { affected_functions: [7, null, 'Unmarshal'] } },
    ],
  ])('from %s', (_, specific) => {
    expect(usagesOf([recordWith('GO-1', specific)], code)[0]?.symbols).toHaveLength(1);
  });

  test('from the symbols of any record of the same vulnerability', () => {
    const records = [
      { ...recordWith('GO-1', imports(['Unmarshal'])), aliases: ['CVE-2020-1'] },
      { ...recordWith('GHSA-x', {}), aliases: ['CVE-2020-1'] },
    ];
    expect(usagesOf(records, code)).toMatchObject([{ symbols: ['Unmarshal'] }]);
  });
});

test('a finding in a package that no code names says that it is not imported', () => {
  expect(usagesOf([recordWith('GO-1', {})], { 'a.go': 'package a' })).toEqual([
    { imported: false, places: [] },
  ]);
});
