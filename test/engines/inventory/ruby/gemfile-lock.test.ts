import { describe, expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { cases } from '#test/corpora/inventory/gemfile-lock.ts';
import { expectCases } from '../expect-cases.ts';
import { componentOf, inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

expectCases(cases);

const sum = 'ab'.repeat(32);
const lock = `GEM
  remote: https://rubygems.org/
  specs:
    nokogiri (1.16.0)
      racc (~> 1.4)
    nokogiri (1.16.0-java)
      racc (~> 1.4)
    racc (1.7.3)

PLATFORMS
  java
  ruby

DEPENDENCIES
  nokogiri
  tzinfo-data

CHECKSUMS
  nokogiri (1.16.0) sha256=${sum}
  nokogiri (1.16.0-java) sha256=${'cd'.repeat(32)}
  racc (1.7.3)

BUNDLED WITH
   2.5.6
`;

describe('Gemfile.lock', () => {
  test('has checksums for each platform, and a graph', () => {
    const inventory = readUploadedLockfile('Gemfile.lock', lock);
    expect(inventory.components).toMatchObject([
      {
        purl: 'pkg:gem/nokogiri@1.16.0',
        hashes: [{ alg: 'SHA-256', content: sum }],
        dependsOn: ['pkg:gem/racc@1.7.3'],
      },
      {
        purl: 'pkg:gem/nokogiri@1.16.0?platform=java',
        version: '1.16.0',
        hashes: [{ alg: 'SHA-256', content: 'cd'.repeat(32) }],
      },
      { purl: 'pkg:gem/racc@1.7.3', hashes: [], direct: false },
    ]);
    expect(inventory.notes).toEqual([]);
  });

  test('gems from git and from outside paths are noted', () => {
    const text = `GIT\n  remote: https://example.com/a.git\n  revision: ab\n  specs:\n    a (1.0)\n\nPATH\n  remote: ../b\n  specs:\n    b (1.0)\n\nDEPENDENCIES\n  a!\n  b!\n`;
    expect(reasonsOf(readUploadedLockfile('Gemfile.lock', text).notes)).toEqual([
      'Gemfile.lock: taken from a local path and not assessed (1): b',
      'Gemfile.lock: taken from git, so judged by name and version only (1): a',
    ]);
  });

  test.each([
    [lock.slice(0, lock.indexOf('DEPENDENCIES')), 'it may be cut off'],
    ['hello', 'it has no DEPENDENCIES section'],
  ])('an incomplete file is rejected', (text, reason) => {
    expect(() => readUploadedLockfile('Gemfile.lock', text)).toThrow(reason);
  });

  test('malformed lines are noted', () => {
    const odd = lock.replace('    racc (1.7.3)', `    racc 1.7.3\n      ${'x'.repeat(5000)}\n    (1)`);
    expect(reasonsOf(readUploadedLockfile('Gemfile.lock', odd).notes)).toContainEqual(
      expect.stringContaining('entries that could not be understood (3): racc 1.7.3'),
    );
  });

  test('a Gemfile without a lockfile is reported', () => {
    expect(reasonsOf(inventoryOf({ Gemfile: 'gem "rails"\n' }).unread)).toEqual([
      'Gemfile: no lockfile next to it pins its versions',
    ]);
  });

  test('the content of a Gemfile changes only the scope', () => {
    for (const gemfile of [
      'end',
      'group :test do',
      `gem "nokogiri", group: ${':a, '.repeat(10_000)}`,
      '"',
      '#',
    ]) {
      const inventory = inventoryOf({ Gemfile: gemfile, 'Gemfile.lock': lock });
      expect(componentOf(inventory, 'racc')).toMatchObject({ scope: 'required', direct: false });
    }
  });
});

describe('gems that a loop names', () => {
  const lockOf = (names: readonly string[]): string =>
    `GEM\n  remote: https://rubygems.org/\n  specs:\n${names.map((name) => `    ${name} (1.0)\n`).join('')}\nDEPENDENCIES\n${names.map((name) => `  ${name}\n`).join('')}`;
  const missing = 'dependencies that the project asks for and the lockfile does not have';
  const notesOf = (gemfile: string): string[] =>
    reasonsOf(inventoryOf({ Gemfile: gemfile, 'Gemfile.lock': lockOf(['a']) }).notes);

  test.each([
    ['%w[a b].each do |name|\n  gem name\nend\n', 'b'],
    ['%w(a b).each { |name| gem name, require: false }\n', 'b'],
    ['["a", "b"].each do |name|\n  gem name, "~> 1.0"\nend\n', 'b'],
    [
      'gem "a"\n%w[core mocks].each do |lib|\n  gem "rspec-#{lib}", branch: "main"\nend\n',
      'rspec-core, rspec-mocks',
    ],
  ])('%j', (gemfile, names) => {
    expect(notesOf(gemfile).filter((note) => note.includes(missing))).toEqual([
      expect.stringMatching(new RegExp(String.raw` \(\d\): ${names}$`)),
    ]);
  });

  test('dependencies that are only known at run time are a gap', () => {
    expect(notesOf('gem "a"\nnames.each do |name|\n  gem name\nend\n')).toEqual([
      'Gemfile.lock: dependencies that only running the manifest would reveal (1): gem name',
    ]);
  });
});
