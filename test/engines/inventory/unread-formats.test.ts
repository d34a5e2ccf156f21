import { describe, expect, test } from 'vitest';
import { componentCoverage } from '@scangate/engines/component-coverage';
import { inventoryOf, reasonsOf } from './inventory-fixtures.ts';
import { npmLock } from './lockfile-samples.ts';

describe('a file of an unsupported package manager is named beside others', () => {
  test.each([
    ['Cartfile.resolved', 'Carthage'],
    ['packrat.lock', 'R'],
    ['deno.json', 'Deno'],
    ['pixi.toml', 'conda'],
    ['envs/environment-dev.yaml', 'conda'],
    ['requirements.in', 'pip source'],
    ['requirements/base.in', 'pip source'],
    ['app.spdx.json', 'SPDX document'],
    ['licenses.spdx', 'SPDX document'],
    ['bom.json', 'CycloneDX document'],
    ['pom.yaml', 'polyglot Maven'],
    ['go.tools.mod', 'Go modfile'],
    ['pnpm-lock.feature!a.yaml', 'pnpm'],
    ['cargo.toml', 'name in an unusual case'],
    ['requirements.TXT', 'name in an unusual case'],
    ['.github/workflows/a.YML', 'name in an unusual case'],
    ['flake.lock', 'unknown lockfile'],
    ['tools/new-manager.lock', 'unknown lockfile'],
  ])('%s is a gap (%s)', (path, kind) => {
    const inventory = inventoryOf({ 'package-lock.json': npmLock('a'), [path]: 'x' });
    expect(reasonsOf(inventory.unread)).toEqual([`${path}: it is not read (${kind})`]);
    expect(componentCoverage('sca', inventory, { assessed: 1, gaps: [] }).status).toBe('partial');
  });

  const xcode = 'isa = XCRemoteSwiftPackageReference;';

  /** Manifests whose lockfile is missing, with what locks them. */
  const unlocked: [string, string, string, string][] = [
    ['Project.toml', 'Julia', '[deps]', 'Manifest.toml'],
    ['JuliaProject.toml', 'Julia', '[deps]', 'Manifest-v1.11.toml'],
    ['DESCRIPTION', 'R', 'Package: a\nImports: b', 'renv.lock'],
    ['a.opam', 'opam', 'depends: []', 'a.opam.locked'],
    ['opam', 'opam', 'depends: []', 'opam.locked'],
    ['a-1-1.rockspec', 'LuaRocks', 'x', 'luarocks.lock'],
    ['a.cabal', 'Hackage', 'x', 'cabal.project.freeze'],
    ['a.gemspec', 'RubyGems', 'x', 'Gemfile.lock'],
    ['WORKSPACE', 'Bazel', 'x', 'MODULE.bazel.lock'],
    ['WORKSPACE.bazel', 'Bazel', 'x', 'maven_install.json'],
    ['A.xcodeproj/project.pbxproj', 'Xcode', xcode, 'Package.resolved'],
  ];

  test.each(unlocked)('%s without its lockfile is a gap (%s)', (path, kind, text, lock) => {
    const told = (contents: Record<string, string>) =>
      reasonsOf(inventoryOf({ 'package-lock.json': npmLock('a'), ...contents }).unread).filter((each) =>
        each.includes('it is not read ('),
      );
    expect(told({ [path]: text })).toEqual([`${path}: it is not read (${kind})`]);
    expect(told({ [path]: text, [`other/${lock}`]: 'x' })).toHaveLength(1);
    expect(told({ [path]: text, [lock]: 'x' })).toEqual([]);
  });

  test('a manifest whose project is told is not named as well', () => {
    const { unread } = inventoryOf({
      'lib/a.cabal': 'x',
      'cabal.project': 'x',
      'a.gemspec': 'x',
      Gemfile: 'x',
    });
    expect(reasonsOf(unread)).toEqual([
      'Gemfile: no lockfile next to it pins its versions',
      'cabal.project: no lockfile next to it pins its versions',
    ]);
  });

  test('a file of the same name that states nothing of the kind is not named', () => {
    const { unread } = inventoryOf({ DESCRIPTION: 'A program', 'A.xcodeproj/project.pbxproj': 'x' });
    expect(unread).toEqual([]);
  });

  test('without others nothing is assessed', () => {
    const inventory = inventoryOf({ 'Cartfile.resolved': 'x' });
    expect(componentCoverage('sca', inventory, { assessed: 0, gaps: [] })).toMatchObject({
      status: 'unassessed',
      gaps: [{ file: 'Cartfile.resolved', reason: 'it is not read (Carthage)' }],
    });
  });

  test('many files of one kind are one gap that names the first of them', () => {
    const charts = Array.from({ length: 30 }, (_, n) => [`c${n + 10}/Chart.lock`, 'x']);
    const [first, ...others] = inventoryOf(Object.fromEntries(charts) as Record<string, string>).unread;
    expect(others).toEqual([]);
    expect(first?.reason).toMatch(/^it is not read \(Helm\), nor are 29 more: .*c11\/Chart\.lock/);
    expect(first?.reason.length).toBeLessThan(500);
  });

  test('a source beside the file that was compiled from it is not named, nor are empty files, third-party files and lists of recipes', () => {
    const inventory = inventoryOf({
      'requirements.in': 'a\n',
      'requirements.txt': 'a==1.0\n',
      'process.lock': '',
      'symfony.lock': '{}',
      'vendor/x/Cartfile.resolved': 'x',
      'pixi.toml': 'x',
      'pixi.lock': 'version: 6\npackages: []\n',
    });
    expect(inventory.unread).toEqual([]);
  });
});

test('a file that is too large to be read may state packages', () => {
  const large = `${'#'.repeat(5 * 1024 * 1024)}\nPackage: a\n`;
  const { unread } = inventoryOf({ 'package-lock.json': npmLock('a'), DESCRIPTION: large });
  expect(reasonsOf(unread)).toContain('DESCRIPTION: it is not read (R)');
});

describe('a project of Julia below a manifest', () => {
  const uuid = (digit: string): string => `${digit.repeat(8)}-0000-0000-0000-000000000000`;
  const project = (...packages: string[]): string =>
    `[deps]\n${packages.map((each) => `P${each} = "${uuid(each)}"\n`).join('')}`;
  const manifest = `julia_version = "1.12.0"\nmanifest_format = "2.0"\n${['a', 'b']
    .map((each) => `\n[[deps.P${each}]]\nuuid = "${uuid(each)}"\nversion = "1.0.0"\n`)
    .join('')}`;
  const workspace = '[workspace]\nprojects = ["docs", "./lib/x/"]\n';
  const told = (contents: Record<string, string>): string[] =>
    reasonsOf(
      inventoryOf({
        'Project.toml': `uuid = "${uuid('0')}"\n${project('a')}${workspace}`,
        'Manifest.toml': manifest,
        ...contents,
      }).unread,
    );

  test.each(['test/Project.toml', 'docs/Project.toml', 'lib/x/JuliaProject.toml'])(
    '%s is covered by the packages of its workspace, or of the tested one',
    (path) => {
      expect(told({ [path]: project('a', 'b', '0') })).toEqual([]);
    },
  );

  test.each(['test/Project.toml', 'docs/Project.toml'])('%s is told for what the manifest lacks', (path) => {
    expect(told({ [path]: project('a', 'c') })).toEqual([`${path}: it is not read (Julia)`]);
    expect(told({ [path]: '[deps' })).toEqual([`${path}: it is not read (Julia)`]);
    const comment = { 'Manifest.toml': `${manifest}# [[deps.Pc]]\n# uuid = "${uuid('c')}"\n` };
    expect(told({ [path]: project('c'), ...comment })).toHaveLength(1);
    expect(
      told({ [path]: project('b'), 'Manifest-v1.11.toml': manifest.replaceAll(uuid('b'), '') }),
    ).toHaveLength(1);
  });

  const compat = (...lines: string[]): string => `${project('a', '0')}[compat]\n${lines.join('\n')}\n`;

  test.each(['Pa = "1"', 'Pa = "0.9, ^1.0"', 'Pa = "~1.0.0"', 'julia = "1.10"', 'P0 = "2.1"'])(
    'is covered if the manifest meets its range: %s',
    (line) => {
      const above = `uuid = "${uuid('0')}"\nversion = "2.1.3"\n${project('a')}${workspace}`;
      expect(told({ 'Project.toml': above, 'docs/Project.toml': compat(line) })).toEqual([]);
    },
  );

  test.each([
    'Pa = "2"',
    'Pa = "1.0.1"',
    'Pa = "0.9"',
    'Pa = "~1.1"',
    'Pa = ">= 0.1"',
    'Pa = "0.9 - 1.0"',
    'Pa = 1',
    'julia = "1.13"',
    'Pother = "1"',
    'P0 = "2.1"',
  ])('is told if the manifest is not known to meet its range: %s', (line) => {
    expect(told({ 'docs/Project.toml': compat(line) })).toHaveLength(1);
  });

  test('is told if it takes a package from a source of its own, or its manifest lists one twice', () => {
    const sources = `${project('a')}[sources]\nPa = {url = "https://example.com/Pa.jl"}\n`;
    expect(told({ 'docs/Project.toml': sources })).toHaveLength(1);
    const twice = `${manifest}\n[[deps.Pa]]\nuuid = "${uuid('a')}"\nversion = "2.0.0"\n`;
    expect(told({ 'docs/Project.toml': compat('Pa = "1"'), 'Manifest.toml': twice })).toHaveLength(1);
  });

  test('is told where it is resolved by itself', () => {
    expect(told({ 'tools/Project.toml': project('a') })).toEqual([
      'tools/Project.toml: it is not read (Julia)',
    ]);
    expect(told({ 'docs/Project.toml': project('a'), 'Project.toml': project('a') })).toHaveLength(1);
    expect(told({ 'lib/y/test/Project.toml': project('a') })).toHaveLength(1);
  });
});
