import { expect, test } from 'vitest';
import { namesOf, inventoryOf, reasonsOf } from './inventory-fixtures.ts';

const deep = 100_000;

test.each([
  [
    'Podfile.lock',
    'PODS: &a\n  - A (1.0)\nDEPENDENCIES: *a\n',
    'it uses YAML aliases, which no lockfile needs',
  ],
  ['Podfile.lock', 'A: 1\n', 'its list of pods is missing'],
  ['pylock.toml', 'lock-version = "2.0"\n', 'it is of version 2.0, and version 1 is read'],
  ['pylock.toml', '[[packages]]\nname = "a"\n', 'it states no version of its format'],
  ['pylock.toml', 'a = 1\na = 2\n', 'it is not a valid TOML file (line 2)'],
  ['deno.lock', '{"version":"6"}', 'it is of version 6, and versions 2 to 5 are read'],
  ['deno.lock', '{"a":'.repeat(deep), 'it is nested deeper than 512 levels'],
  ['conda-lock.yml', 'version: 2\npackage: []\n', 'it is of version 2, and version 1 is read'],
  ['pixi.lock', 'version: 7\npackages: []\n', 'it is of version 7, and versions 4 to 6 are read'],
  ['pixi.lock', 'version: 6\n', 'its version or its list of packages is missing'],
  ['go.sum', 'no module\n', 'it lists no module'],
  ['go.work', 'x y\n', 'it uses no module'],
  ['.terraform.lock.hcl', 'x = 1\n', 'it locks no provider'],
  ['.github/workflows/a.yml', Buffer.from('uses: a/b@v1\n', 'utf16le'), 'it is not a text file'],
])('%s: a file of another format is refused with its reason', (file, text, reason) => {
  expect(reasonsOf(inventoryOf({ [file]: text }).unread)).toEqual([`${file}: ${reason}`]);
});

test('a workflow that is nested too deeply, or is no valid YAML, is told as unread', () => {
  const deepFlow = `a: ${'['.repeat(30_000)}\nsteps:\n  - uses: a/b@v1\n`;
  for (const text of [deepFlow, 'jobs: [\n', 'jobs: !other x\n', '- uses: a/b@v1\n', '--- {}\n--- {}\n'])
    expect(inventoryOf({ '.github/workflows/a.yml': text }).unread).toHaveLength(1);
});

test('what a workflow uses under a name that only a run knows, or that is no name, is told', () => {
  const text = `jobs:\n  a:\n    steps:\n      - uses: a/b@v1\n      - uses: ${'x'.repeat(5000)}\n      - uses: \${{ matrix.action }}\n`;
  const inventory = inventoryOf({ '.github/workflows/a.yml': text });
  expect(namesOf(inventory)).toEqual(['a/b@v1']);
  expect(reasonsOf(inventory.notes)).toEqual([
    expect.stringContaining('entries that could not be understood (1): xxx'),
    '.github/workflows/a.yml: names that only a run knows (1): ${{ matrix.action }}',
  ]);
});

test('a reference of Conan that holds a control character, or is no text, is told', () => {
  const hidden = ['openssl/1.1.1\u0001', 'zlib/1.2\u007f.11#0', 7, 'fmt/9.1.0#rev\u0001'];
  const inventory = inventoryOf({ 'conan.lock': JSON.stringify({ version: '0.5', requires: hidden }) });
  expect(namesOf(inventory)).toEqual(['fmt@9.1.0']);
  expect(reasonsOf(inventory.notes)).toContain(
    'conan.lock: entries that could not be understood (3): openssl/1.1.1\ufffd, zlib/1.2\ufffd.11#0, 7',
  );
});

test('entries that cannot be understood are named, and the others are read', () => {
  const inventory = inventoryOf({
    'deno.lock': JSON.stringify({
      version: '5',
      npm: { '': {}, __proto__x: {}, 'a@1.0.0': { dependencies: ['gone'] } },
    }),
    '.tool-versions': 'only-a-name\nnode 22\n',
  });
  expect(namesOf(inventory)).toEqual(['a@1.0.0', 'node@22']);
  expect(inventory.notes.map(({ file }) => file).sort()).toEqual([
    '.tool-versions',
    'deno.lock',
    'deno.lock',
  ]);
});
