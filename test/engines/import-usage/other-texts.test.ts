import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PackageEcosystem } from '@scangate/engines/model/component';
import { usageIn, type UnitOfCode } from './usage-fixtures.ts';

const lock = JSON.stringify({
  packages: [{ name: 'acme/mail', autoload: { 'psr-4': { 'Acme\\Mail\\': 'src' } } }],
});

test.each<[PackageEcosystem, name: string, word: string, code: string]>([
  ['npm', 'qs', 'qs', 'a.js'],
  ['npm', '@a/qs', '@a/qs/x', 'a.js'],
  ['PyPI', 'nltk', 'nltk', 'a.py'],
  ['Go', 'gopkg.in/yaml.v2', 'gopkg.in/yaml.v2/x', 'a.go'],
  ['crates.io', 'aho-corasick', 'aho-corasick', 'a.rs'],
  ['crates.io', 'aho-corasick', 'aho_corasick', 'a.rs'],
  ['Maven', 'org.yaml:snakeyaml', 'org.yaml.snakeyaml', 'A.java'],
  ['Packagist', 'acme/mail', 'Acme\\Mail\\Box', 'a.php'],
  ['Packagist', 'acme/mail', 'Acme\\\\Mail\\\\Box', 'a.php'],
  ['Pub', 'http', 'http', 'a.dart'],
])('%s: %s may be used by a settings text with any word equal to %s', (ecosystem, name, word, code) => {
  const words = fc.array(fc.stringMatching(/^[a-z]{0,5}$/), { maxLength: 4 });
  const between = fc.constantFrom(' ', '\n', '=', '"', "' '", ', ', '[', ':', ';', '(');
  fc.assert(
    fc.property(words, words, between, (before, after, separator) => {
      const text = [...before, word, ...after].join(separator);
      const files = { [code]: '', 'x.conf': text, 'composer.lock': lock };
      expect(usageIn(files, { ecosystem, packages: [name] })[name]).toBe('unknown');
    }),
    { numRuns: 20 },
  );
});

const qs: UnitOfCode = { ecosystem: 'npm', packages: ['qs'] };

test.each(['impl.dat', 'a.png', 'b.js.map', 'my file.bin', 'é.dat'])(
  'a file of any extension that code loads is read: %s',
  (name) => {
    const files = { 'a.js': `require('./${name}')`, [`x/${name}`]: "require('qs')" };
    expect(usageIn(files, qs)).toEqual({ qs: 'unknown' });
  },
);

test('an image and a map without code leave a package unused', () => {
  const image = new Uint8Array(2 * 1024 * 1024);
  const files = { 'a.js': "import i from './i.png'", 'i.png': image, 'b.js.map': '{"sources":["qs"]}' };
  expect(usageIn(files, qs)).toEqual({ qs: 'not imported' });
});

test.each<[PackageEcosystem, string, path: string, code: string]>([
  ['npm', 'qs', 'index.html', 'a.js'],
  ['npm', 'qs', 'a.css', 'a.js'],
  ['npm', 'qs', 'a.json', 'a.js'],
  ['PyPI', 'nltk', 'a.jinja2', 'a.py'],
  ['Maven', 'org.yaml:snakeyaml', 'beans.xml', 'A.java'],
])('%s: %s is unknown beside a large or missing %s', (ecosystem, name, path, code) => {
  const unit: UnitOfCode = { ecosystem, packages: [name] };
  const open = { [name]: 'unknown' };
  expect(usageIn({ [code]: '', [path]: ' '.repeat(1024 * 1024 + 1) }, unit)).toEqual(open);
  const skipped = [{ path, reason: 'too_large' as const }];
  expect(usageIn({ [code]: '' }, { ...unit, skipped })).toEqual(open);
});
