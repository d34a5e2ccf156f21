import { describe, expect, test } from 'vitest';
import { readInventory, readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { cases as cpp } from '#test/corpora/inventory/further-tools/cpp.ts';
import { cases as trees } from '#test/corpora/inventory/further-tools/dependency-trees.ts';
import { cases as erlangAndScripts } from '#test/corpora/inventory/further-tools/erlang-and-scripts.ts';
import { cases as jvmLocks } from '#test/corpora/inventory/further-tools/jvm-locks.ts';
import { cases as nugetRestore } from '#test/corpora/inventory/further-tools/nuget-restore.ts';
import { cases as scientific } from '#test/corpora/inventory/further-tools/scientific-locks.ts';
import type { InventoryCase } from '#test/corpora/inventory/inventory-case.ts';
import { processorMs } from '#test/support/processor-time.ts';
import { componentOf, filesOf, inventoryOf, namesOf, reasonsOf } from './inventory-fixtures.ts';

const all: InventoryCase[] = [cpp, trees, erlangAndScripts, jvmLocks, nugetRestore, scientific].flat();

/** Returns the first file of the corpora whose path ends so. */
const sample = (end: string): string => {
  const [, text] =
    all.flatMap(({ files }) => Object.entries(files)).find(([path]) => path.endsWith(end)) ?? [];
  if (text === undefined) throw new Error(`no case has ${end}`);
  return text;
};

const missing = 'dependencies that the project asks for and the lockfile does not have';
const unlisted = 'dependencies that the file itself does not list';

describe('a dependency that the project requires and the lockfile does not have is a gap', () => {
  test.each<[string, Record<string, string>, string]>([
    [
      'paket.lock',
      { 'paket.dependencies': 'nuget A\nnuget Z\n', 'paket.lock': 'NUGET\n  remote: x\n    A (1.0)\n' },
      'Z',
    ],
    [
      'conan.lock',
      { 'conanfile.txt': '[requires]\nzz/1.0\n', 'conan.lock': '{"version": "0.5", "requires": ["a/1.0"]}' },
      'zz',
    ],
    ['renv.lock', { DESCRIPTION: 'Imports: a,\n  zz\n', 'renv.lock': sample('renv.lock') }, 'zz'],
    [
      'Manifest.toml',
      { 'Project.toml': '[deps]\nZ = "zz"\n', 'Manifest.toml': sample('Manifest.toml') },
      'Z',
    ],
    [
      'Manifest.toml',
      {
        'JuliaProject.toml': '[deps]\nZ = "zz"\n',
        'Project.toml': '[deps]\n',
        'Manifest.toml': sample('Manifest.toml'),
      },
      'Z',
    ],
    [
      'manifest.toml',
      { 'gleam.toml': '[dependencies]\nzz = "1"\n', 'manifest.toml': sample('manifest.toml') },
      'zz',
    ],
    [
      'cpanfile.snapshot',
      { cpanfile: "requires 'Z::Z';\n", 'cpanfile.snapshot': sample('cpanfile.snapshot') },
      'Z::Z',
    ],
    [
      'app.opam.locked',
      { 'app.opam': 'depends: ["zz"]\n', 'app.opam.locked': sample('app.opam.locked') },
      'zz',
    ],
    [
      'obj/project.assets.json',
      {
        'obj/project.assets.json':
          '{"targets": {"net8.0": {}}, "libraries": {}, "projectFileDependencyGroups": {"net8.0": ["Z >= 1.0"]}}',
      },
      'z',
    ],
  ])('%s', (lockfile, files, name) => {
    const reasons = reasonsOf(inventoryOf(files).notes).filter((reason) => reason.includes(missing));
    expect(reasons).toEqual([`${lockfile}: ${missing} (1): ${name}`]);
  });
});

describe('an edge without a target is a gap', () => {
  test.each<[string, string, string]>([
    ['paket.lock', 'NUGET\n  remote: x\n    A (1.0)\n      Z (>= 1.0)\n', 'Z'],
    [
      'maven_install.json',
      '{"artifacts": {"g:a": {"version": "1"}}, "dependencies": {"g:a": ["g:z"]}}',
      'g:z',
    ],
    [
      'MODULE.bazel.lock',
      '{"moduleDepGraph": {"a@1": {"name": "a", "version": "1", "deps": {"z": "z@1"}}}, "moduleExtensions": {}}',
      'z@1',
    ],
    ['conan.lock', '{"graph_lock": {"nodes": {"1": {"ref": "a/1.0", "requires": ["9"]}}}}', '9'],
    ['renv.lock', '{"R": {}, "Packages": {"a": {"Version": "1", "Requirements": ["zz"]}}}', 'zz'],
    [
      'Manifest.toml',
      'manifest_format = "2.0"\n[[deps.A]]\ndeps = ["Z"]\nuuid = "a"\nversion = "1.0.0"\n',
      'Z',
    ],
    [
      'app.deps.json',
      '{"targets": {"t": {"A/1": {"dependencies": {"Z": "1"}}}}, "libraries": {"A/1": {"type": "package"}}}',
      'Z',
    ],
    [
      'manifest.toml',
      'packages = [{name = "a", version = "1", requirements = ["zz"]}]\n[requirements]\n',
      'zz',
    ],
  ])('%s', (path, text, name) => {
    expect(reasonsOf(readUploadedLockfile(path, text).notes)).toContain(`${path}: ${unlisted} (1): ${name}`);
  });
});

const deep = 500_000;

describe('a file that is not of its format is rejected', () => {
  test.each<[string, string, string]>([
    ['rebar.lock', '{'.repeat(deep), 'deeper than 64 levels'],
    ['rebar.lock', '{"1.2.0",[{<<"a">>', 'it may be cut off'],
    ['rebar.lock', '"text".', 'it has no list of packages'],
    ['luarocks.lock', `return {${'a={'.repeat(deep)}`, 'deeper than 64 levels'],
    ['luarocks.lock', 'return { dependencies = { a = "1"', 'it may be cut off'],
    ['luarocks.lock', 'os.execute("x")', 'it is not a table of Lua'],
    ['app.opam.locked', `opam-version: "2.0"\ndepends: ${'['.repeat(deep)}`, 'deeper than 64 levels'],
    ['app.opam.locked', 'opam-version: "2.0"\ndepends: [ "a" {= "1"}', 'it may be cut off'],
    ['app.opam.locked', 'opam-version: "2.0"\ndepends: [ "a" }', 'its brackets do not match'],
    ['project.assets.json', '['.repeat(deep), 'nested deeper than'],
    [
      'dependency-tree.json',
      `{"groupId": "g", "children": ${'[{"children": '.repeat(deep)}`,
      'nested deeper than',
    ],
    ['gradle/verification-metadata.xml', '<a>'.repeat(1000), 'nested deeper than'],
    [
      'gradle/verification-metadata.xml',
      '<!DOCTYPE a [<!ENTITY x "y">]><verification-metadata><components/></verification-metadata>',
      'it declares XML entities',
    ],
    ['stack.yaml.lock', 'packages: &a []\nsnapshots: *a\n', 'YAML'],
    ['Manifest.toml', 'manifest_format = "2.0"\nmanifest_format = "2.0"\n', 'it is not a valid TOML file'],
    ['dependency-tree.txt', 'Hello\n', 'it is not the dependency tree of a Maven project'],
    ['gradle-dependencies.txt', 'Hello\n', 'it is not a report of gradle dependencies'],
    ['cpanfile.snapshot', 'Hello\n', 'it has no list of distributions'],
    ['cabal.project.freeze', 'Hello\n', 'it has no constraints'],
    ['paket.lock', 'hello\n', 'it has no source of packages'],
    ['vcpkg.json', '{"a": 1}', 'it is not a manifest of vcpkg'],
    ['renv.lock', '{}', 'it has no table of packages'],
    ['conan.lock', '{}', 'it has neither a graph nor a list of references'],
    ['MODULE.bazel.lock', '{}', 'it has neither a graph of modules nor files of registries'],
    ['maven_install.json', '{}', 'it has neither a dependency tree nor artifacts'],
    ['build.sbt.lock', '{}', 'it has no list of dependencies'],
    ['app.deps.json', '{}', 'it has no tables of targets and libraries'],
    ['manifest.toml', 'a = 1\n', 'it has no list of packages'],
  ])('%s: %#', (path, text, reason) => {
    expect(() => readUploadedLockfile(path, text)).toThrow(reason);
  });
});

test('a report that PowerShell has written in UTF-16 is read', () => {
  const text = sample('gradle-dependencies.txt');
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  const inventory = readInventory(filesOf({ 'gradle-dependencies.txt': bytes }), 'gradle');
  expect(namesOf(inventory)).toEqual(namesOf(inventoryOf({ 'gradle-dependencies.txt': text })));
});

test('packages that depend on each other in a cycle are read once', () => {
  const text = JSON.stringify({
    targets: { t: { 'A/1': { dependencies: { B: '1' } }, 'B/1': { dependencies: { A: '1' } } } },
    libraries: { 'A/1': { type: 'package' }, 'B/1': { type: 'package' } },
    projectFileDependencyGroups: { t: ['A >= 1'] },
  });
  expect(namesOf(readUploadedLockfile('project.assets.json', text))).toEqual(['A@1', 'B@1']);
});

test('for vcpkg.json unpinned versions, and missing dependencies of ports, are gaps', () => {
  const text = '{"dependencies": ["a"]}';
  expect(reasonsOf(inventoryOf({ 'vcpkg.json': text }).notes)).toEqual([
    'vcpkg.json: neither a version nor a registry baseline is pinned (1): a',
    'vcpkg.json: what the ports themselves depend on is not in the file (1): vcpkg.json',
  ]);
  const configured = inventoryOf({
    'vcpkg.json': text,
    'vcpkg-configuration.json': '{"default-registry": {"kind": "builtin", "baseline": "01"}}',
  });
  expect(reasonsOf(configured.notes)[0]).toMatch(/versions that follow from the baseline of the registry/);
});

test('for stack.yaml.lock the packages of its snapshot are a gap', () => {
  expect(reasonsOf(readUploadedLockfile('stack.yaml.lock', sample('stack.yaml.lock')).notes)).toContain(
    'stack.yaml.lock: packages of the snapshot are not in the file (1): lts-22.41',
  );
});

test('licenses and hashes that a lockfile states are kept', () => {
  const renv = '{"R": {}, "Packages": {"a": {"Version": "1", "License": "MIT + file LICENSE"}}}';
  expect(componentOf(readUploadedLockfile('renv.lock', renv), 'a').license).toBe('MIT + file LICENSE');
  expect(componentOf(readUploadedLockfile('rebar.lock', sample('rebar.lock')), 'a').hashes).toHaveLength(1);
  expect(
    componentOf(readUploadedLockfile('build.sbt.lock', sample('build.sbt.lock')), 'org.example:p').hashes,
  ).toEqual([{ alg: 'SHA-1', content: 'cd'.repeat(20) }]);
});

test('many targets and many dependencies take time proportional to their number', () => {
  const each = Array.from({ length: 30_000 }, (_, at) => `n${at}`);
  const text = JSON.stringify({
    targets: Object.fromEntries(each.map((name) => [name, {}])),
    libraries: {},
    projectFileDependencyGroups: { t: each },
  });
  const start = processorMs();
  readUploadedLockfile('project.assets.json', text);
  expect(processorMs() - start).toBeLessThan(3000);
});

test.each([
  ['rebar.lock', '[', 'a,'],
  ['luarocks.lock', 'return {', 'a="b",'],
  ['app.opam.locked', '', 'a '],
])('%s of millions of tokens is refused', (path, head, piece) => {
  expect(() => readUploadedLockfile(path, head + piece.repeat(2_100_000))).toThrow(
    'more than 2000000 tokens',
  );
});

describe('any text is read in linear time', () => {
  test.each([
    ['rebar.lock', ['<<"', '%', "'", '{a,', '"']],
    ['luarocks.lock', ['"\\', "'", '--', 'return {a="b",', 'return {']],
    ['app.opam.locked', ['"""', '"\\', 'a:', '"a" {', '#']],
    ['dependency-tree.txt', ['|  ', '+- ', 'a:b:c:d\n', '+- (a', '   ']],
    ['gradle-dependencies.txt', ['|    ', '+--- ', '+--- a:b:{', '+--- a -> ', ' -> ']],
    ['cpanfile.snapshot', ['  a\n', 'DISTRIBUTIONS\n  a-1\n', '-1', '      a\n']],
    ['cabal.project.freeze', ['constraints: a ==1,', 'constraints: ', ' -a', ',']],
    ['paket.lock', ['NUGET\n    a (1)\n', '    a (', '      a', 'GROUP ']],
  ])('%s', (path, pieces) => {
    for (const piece of pieces) {
      const start = processorMs();
      inventoryOf({ [path]: piece.repeat(Math.floor(400_000 / piece.length)) });
      expect([piece, processorMs() - start < 3000]).toEqual([piece, true]);
    }
  });
});
