import { describe, expect, test } from 'vitest';
import { supportedEcosystems, type Inventory } from '@scangate/engines/model/component';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { ecosystemsOf, scaEngine } from '@scangate/engines/sca/sca-engine';
import { advisorEngine } from '@scangate/engines/advisor/advisor-engine';
import { packageUses } from '@scangate/engines/purl/package-uses';
import { engineInput, indexOf, osvRecord, type RecordParts } from './advisory-fixtures.ts';

const scan = (file: string, text: string, advisory: RecordParts) => {
  const { findings, coverage } = scaEngine.run(
    engineInput(readUploadedLockfile(file, text), indexOf(osvRecord(advisory))),
  );
  return {
    count: findings.filter(({ kind }) => kind === 'vulnerability').length,
    gaps: coverage.gaps.map(({ reason }) => reason),
  };
};

const cargoLock = (version: string): string =>
  `version = 4\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = ["time"]\n[[package]]\nname = "time"\nversion = "${version}"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n`;
const gemfileLock = (version: string): string =>
  `GEM\n  remote: https://rubygems.org/\n  specs:\n    nokogiri (${version})\n\nDEPENDENCIES\n  nokogiri\n`;
const composerLock = (version: string): string =>
  JSON.stringify({ packages: [{ name: 'Symfony/HttpKernel', version }] });

const time: RecordParts = {
  ecosystem: 'crates.io',
  name: 'time',
  events: [{ introduced: '0.1.0-0' }, { fixed: '0.2.23' }],
};
const nokogiri: RecordParts = {
  ecosystem: 'RubyGems',
  name: 'nokogiri',
  events: [{ introduced: '0' }, { fixed: '1.16.5' }],
};
const kernel: RecordParts = {
  ecosystem: 'Packagist',
  name: 'symfony/httpkernel',
  events: [{ introduced: '5.0.0' }, { fixed: '5.4.31' }, { introduced: '6.0.0-BETA1' }, { fixed: '6.3.8' }],
  versions: ['dev-legacy'],
};

describe('a vulnerable package is found in the spelling of its lockfile', () => {
  test.each([
    ['Cargo.lock', cargoLock('0.1.43'), time, 1],
    ['Cargo.lock', cargoLock('0.2.23-rc.1'), time, 1],
    ['Cargo.lock', cargoLock('0.2.23'), time, 0],
    ['Gemfile.lock', gemfileLock('1.16.4'), nokogiri, 1],
    ['Gemfile.lock', gemfileLock('1.16.4-x86_64-linux'), nokogiri, 1],
    ['Gemfile.lock', gemfileLock('1.16.5.rc1'), nokogiri, 1],
    ['Gemfile.lock', gemfileLock('1.16.5-java'), nokogiri, 0],
    ['Gemfile.lock', gemfileLock('1.16.10'), nokogiri, 0],
    ['composer.lock', composerLock('v5.4.30'), kernel, 1],
    ['composer.lock', composerLock('5.4.x-dev'), kernel, 0],
    ['composer.lock', composerLock('v5.4.31'), kernel, 0],
    ['composer.lock', composerLock('v6.0.0-BETA2'), kernel, 1],
    ['composer.lock', composerLock('v6.0.0-ALPHA1'), kernel, 0],
    ['composer.lock', composerLock('6.3.7.0'), kernel, 1],
  ])('%s %s', (file, text, advisory, count) => {
    // The format of Cargo.lock does not show that the file is whole, and an upload has no manifest.
    const unconfirmed = 'it is not known to be whole, because its manifest is not there (1): Cargo.toml';
    const gaps = file === 'Cargo.lock' ? [unconfirmed] : [];
    expect(scan(file, text, advisory)).toEqual({ count, gaps });
  });

  test('a branch is a gap, and a finding if the advisory names it', () => {
    const gaps = ['the version cannot be ordered'];
    expect(scan('composer.lock', composerLock('dev-main'), kernel)).toEqual({ count: 0, gaps });
    expect(scan('composer.lock', composerLock('dev-legacy'), kernel)).toEqual({ count: 1, gaps });
  });
});

describe.each([
  { claimed: 'Bioconductor', from: { Source: 'Bioconductor' }, real: 'CRAN' },
  { claimed: 'CRAN', from: { Source: 'Repository', Repository: 'CRAN' }, real: 'Bioconductor' },
] as const)('a package of R that its lockfile calls one of $claimed', ({ claimed, from, real }) => {
  const lockOf = (version: string): string =>
    JSON.stringify({
      R: { Version: '4.4.1' },
      Packages: { left: { Package: 'left', Version: version, ...from } },
    });
  const inventoryOf = (version: string): Inventory => readUploadedLockfile('renv.lock', lockOf(version));
  const ofReal = osvRecord({ ecosystem: real, events: [{ introduced: '0' }, { fixed: '1.2' }] });
  const others = osvRecord({ id: 'OSV-1', ecosystem: claimed, name: 'other' });
  const index = indexOf(ofReal, others);

  test.each([
    ['1.1', 1],
    ['1.2', 0],
  ])(`has the advisories of ${real}, too: version %s`, (version, count) => {
    const { findings, coverage } = scaEngine.run(engineInput(inventoryOf(version), index));
    expect(findings.filter(({ kind }) => kind === 'vulnerability')).toHaveLength(count);
    expect(coverage).toMatchObject({ status: 'assessed', gaps: [] });
    expect(ecosystemsOf(inventoryOf(version))).toEqual(['Bioconductor', 'CRAN']);
  });

  test(`is a gap where the snapshot has nothing of ${real}`, () => {
    const { coverage } = scaEngine.run(engineInput(inventoryOf('1.1'), indexOf(others)));
    // OSV may publish no advisories for Bioconductor, and packages of CRAN are assessed all the same.
    const told = claimed === 'CRAN' ? ', which a package that is called one of CRAN may be of' : '';
    expect(coverage).toMatchObject({
      status: claimed === 'CRAN' ? 'partial' : 'unassessed',
      gaps: [{ reason: `no advisories for ${real} in the snapshot${told}` }],
    });
  });

  test(`has the upgrade that an advisory of ${real} names, and is found when one changes`, () => {
    const { findings } = advisorEngine.run(engineInput(inventoryOf('1.1'), index));
    expect(findings).toMatchObject([{ packageName: 'left', upgradeTo: '1.2' }]);
    expect([...packageUses(inventoryOf('1.1')).keys()].sort()).toEqual([
      'pkg:bioconductor/left',
      'pkg:cran/left',
    ]);
  });
});

test.each(['crates.io', 'RubyGems', 'Packagist'] as const)('the advisories of %s are synced', (ecosystem) => {
  expect(supportedEcosystems).toContain(ecosystem);
});
