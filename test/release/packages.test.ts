import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishedPackages, writePackageFiles } from '#release/packages.ts';
import { sampleRepository } from '#local/sample/sample-repository.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'scangate-packages-'));
const modules = join(folder, 'node_modules');
const cli = join(modules, 'scangate');
const engines = join(modules, '@scangate/engines');
const repository = join(folder, 'storefront');
const advisories = join(root, 'lib/local/sample/sample-advisories.jsonl');

const manifestOf = (name: keyof typeof publishedPackages) => {
  const { folder: place, manifest } = publishedPackages[name];
  return manifest(JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8')) as never);
};

const install = async (name: keyof typeof publishedPackages, place: string) => {
  await writePackageFiles(root, name, join(place, 'dist'));
  writeFileSync(join(place, 'package.json'), JSON.stringify(manifestOf(name)));
};

beforeAll(async () => {
  await install('cli', cli);
  await sampleRepository(repository);
});
afterAll(() => rmSync(folder, { recursive: true }));

const scangate = (...args: string[]) =>
  spawnSync(process.execPath, [join(cli, 'dist/scangate.mjs'), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], SCANGATE_DATA: join(folder, 'data') },
  });

describe('the package of the command line', () => {
  test('starts without any other package, and is within its size', () => {
    const version = scangate('--version');
    expect([version.status, version.stdout]).toEqual([
      0,
      expect.stringMatching(/^scangate \d+\.\d+\.\d+\n$/),
    ]);
    // The launcher answers the first, and the commands the second.
    expect(scangate('scan', '--version')).toMatchObject({ status: 0, stdout: version.stdout });
    // Modules that every command loads; the rest is loaded by the command that needs it.
    expect(statSync(join(cli, 'dist/cli.mjs')).size).toBeLessThan(20_000);
    expect(scangate('scan', '--help').stdout).toContain('--cancel-on-interrupt');
  });

  test('names the launcher, what it needs of Node, and no package of this repository', () => {
    expect(manifestOf('cli')).toMatchObject({
      name: 'scangate',
      bin: { scangate: 'dist/scangate.mjs' },
      engines: { node: '>=22.21' },
      peerDependenciesMeta: { '@scangate/engines': { optional: true } },
    });
    expect(manifestOf('cli')).not.toHaveProperty('dependencies');
    expect(manifestOf('engines')).toMatchObject({
      dependencies: { '@vscode/tree-sitter-wasm': expect.stringMatching(/^\d/) as string },
    });
  });

  test('reads the settings and the policies that are written in YAML', () => {
    const settings = join(repository, '.scangate.yaml');
    writeFileSync(settings, 'timeoutSeconds: 600\nintervalSecond: 5\n');
    const scanned = scangate('scan', repository, '--url', 'http://127.0.0.1:9');
    rmSync(settings);
    expect(scanned.stderr).toContain('intervalSecond is unknown');
    const policy = join(folder, 'policy.yaml');
    writeFileSync(policy, 'failOn: [');
    expect(scangate('policy', 'check', policy).stderr).toMatch(/policy\.yaml:1:/);
  });

  test('tells an old Node which version it needs', () => {
    const launcher = readFileSync(join(cli, 'dist/scangate.mjs'), 'utf8').replaceAll(
      'process.versions.node',
      "'20.19.1'",
    );
    const old = join(cli, 'dist/old.mjs');
    writeFileSync(old, launcher);
    const { status, stderr } = spawnSync(process.execPath, [old, '--version'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([6, 'scangate needs Node 22.21 or newer, and this is 20.19.1.\n']);
  });
});

test('a scan on this machine requires the engines, and runs with them', async () => {
  const args = ['scan', '--offline', repository, '--advisories', advisories];
  const without = scangate(...args);
  expect([without.status, without.stderr]).toEqual([
    6,
    expect.stringContaining('npm install @scangate/engines'),
  ]);
  await install('engines', engines);
  mkdirSync(join(modules, '@vscode'), { recursive: true });
  symlinkSync(join(root, 'node_modules/@vscode/tree-sitter-wasm'), join(modules, '@vscode/tree-sitter-wasm'));
  const { status, stdout } = scangate(...args);
  expect([status, stdout]).toEqual([1, expect.stringContaining('GHSA-xvch-5gv4-984h')]);
  const imported = scangate('advisories', 'import', advisories);
  expect([imported.status, imported.stdout]).toEqual([0, expect.stringMatching(/^11 advisories are in/)]);
  const after = scangate('scan', '--offline', repository);
  expect([after.status, after.stdout]).toEqual([1, expect.stringContaining('GHSA-xvch-5gv4-984h')]);
});

test('advisories that a change contains are not used', () => {
  const home = join(folder, 'home');
  const inRepository = (...args: string[]) =>
    spawnSync(process.execPath, [join(cli, 'dist/scangate.mjs'), ...args], {
      cwd: repository,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: home },
    });
  cpSync(join(folder, 'data'), join(repository, '.scangate'), { recursive: true });
  expect(inRepository('scan', '--offline').stdout).toContain('Advisories: none.');
  const imported = inRepository('advisories', 'import', advisories);
  expect(imported.stdout).toContain(`11 advisories are in ${join(home, '.cache/scangate/data')} now`);
  expect(inRepository('scan', '--offline').stdout).toContain('Advisories: 11 advisories');
});
