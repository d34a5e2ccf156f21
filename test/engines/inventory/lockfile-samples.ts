import { readableFileNames } from '@scangate/engines/units/recognize-file';
import { baseNameOf } from '@scangate/engines/units/paths';
import { cases as cpp } from '#test/corpora/inventory/further-tools/cpp.ts';
import { cases as trees } from '#test/corpora/inventory/further-tools/dependency-trees.ts';
import { cases as erlangAndScripts } from '#test/corpora/inventory/further-tools/erlang-and-scripts.ts';
import { cases as jvmLocks } from '#test/corpora/inventory/further-tools/jvm-locks.ts';
import { cases as nugetRestore } from '#test/corpora/inventory/further-tools/nuget-restore.ts';
import { cases as scientific } from '#test/corpora/inventory/further-tools/scientific-locks.ts';

/** The files of corpora that are recognized by their whole name. */
const fromCorpora = Object.fromEntries(
  [cpp, trees, erlangAndScripts, jvmLocks, nugetRestore, scientific]
    .flat()
    .flatMap(({ files }) => Object.entries(files))
    .map(([path, text]) => [baseNameOf(path), text] as const)
    .filter(([name]) => readableFileNames.includes(name)),
);

/** Builds a package-lock.json with one package. */
export const npmLock = (name: string): string =>
  JSON.stringify({ lockfileVersion: 3, packages: { [`node_modules/${name}`]: { version: '1.0.0' } } });
export const yarnLock = '# yarn lockfile v1\n\n\nfrom-yarn@^1:\n  version "1.0.0"\n';
export const poetryLock = '[[package]]\nname = "p"\nversion = "1.0"\n[metadata]\nlock-version = "2.0"\n';

/** A lockfile of each format, to be damaged. */
export const lockfileSamples: Record<string, string> = {
  ...fromCorpora,
  'JuliaManifest.toml': fromCorpora['Manifest.toml'] ?? '',
  'package-lock.json': npmLock('a'),
  'npm-shrinkwrap.json': JSON.stringify({
    lockfileVersion: 1,
    dependencies: { a: { version: '1.0.0', requires: { b: '1' } } },
  }),
  'yarn.lock': yarnLock,
  'pnpm-lock.yaml':
    "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      a:\n        version: 1.0.0\npackages:\n  a@1.0.0:\n    resolution: {integrity: sha512-x}\n",
  'poetry.lock': poetryLock,
  'uv.lock': 'version = 1\n[[package]]\nname = "a"\nversion = "1"\nsource = { registry = "x" }\n',
  'Pipfile.lock': JSON.stringify({ _meta: {}, default: { a: { version: '==1.0', hashes: ['sha256:x'] } } }),
  'requirements.txt': 'a==1.0 --hash=sha256:x\n-r other.txt\n# via b\n',
  'go.mod': 'module m\ngo 1.22.0\nrequire a v1.0.0 // indirect\nreplace a => ./b\n',
  'gradle.lockfile': 'g:a:1.0=compileClasspath\nempty=\n',
  'buildscript-gradle.lockfile': 'g:a:1.0=classpath\nempty=\n',
  'packages.lock.json': JSON.stringify({
    version: 1,
    dependencies: { 'net8.0': { A: { type: 'Direct', resolved: '1.0.0', contentHash: 'x' } } },
  }),
  'mix.lock':
    '%{\n  "a": {:hex, :a, "1.0.0", "00", [:mix], [{:b, "~> 1.0", [optional: true]}], "hexpm", "11"},\n}\n',
  'pubspec.lock':
    'packages:\n  a:\n    dependency: "direct main"\n    source: hosted\n    version: "1.0.0"\nsdks:\n  dart: ">=3.0.0"\n',
  'Package.resolved': JSON.stringify({
    version: 2,
    pins: [
      { identity: 'a', kind: 'remoteSourceControl', location: 'https://h/o/a', state: { version: '1.0.0' } },
    ],
  }),
  'pom.xml':
    '<project><artifactId>m</artifactId><properties><v>1</v></properties><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>${v}</version></dependency></dependencies></project>',
  'build.gradle': 'def v = \'1\'\ndependencies {\n  implementation "g:a:$v"\n  api libs.x\n}\n',
  'build.gradle.kts':
    'plugins { id("p") version "1" }\ndependencies { api("g:a:1") { version { strictly("2") } } }\n',
  'packages.config': '<packages><package id="A" version="1.0.0" /></packages>',
  'bun.lock':
    '{ "lockfileVersion": 1, "workspaces": { "": { "dependencies": { "a": "1" }, }, },\n"packages": { "a": ["a@1.0.0", "", { "dependencies": { "b": "1" } }, "sha512-x"], "a/b": ["b@file:b", {}], }, }',
  'pdm.lock':
    '[metadata]\nlock_version = "4.5.0"\n[[package]]\nname = "a"\nversion = "1"\ngroups = ["default"]\ndependencies = ["b>=1"]\n[[package]]\nname = "b"\nversion = "1"\n',
  'Cargo.lock':
    'version = 4\n[[package]]\nname = "a"\nversion = "1.0.0"\ndependencies = ["b"]\n[[package]]\nname = "b"\nversion = "1.0.0"\nsource = "git+https://example.com/b#12"\n',
  'Gemfile.lock':
    'GEM\n  remote: https://example.com/\n  specs:\n    a (1.0-java)\n      b (>= 1)\n    b (1.0)\n\nDEPENDENCIES\n  a!\n\nCHECKSUMS\n  b (1.0) sha256=x\n',
  'Podfile.lock':
    'PODS:\n  - A (1.0):\n    - B/C (= 1)\n  - B/C (1)\nDEPENDENCIES:\n  - A\nEXTERNAL SOURCES:\n  B:\n    :path: "../b"\nCOCOAPODS: 1.15.2\n',
  'pylock.toml':
    'lock-version = "1.0"\n[[packages]]\nname = "a"\nversion = "1"\ndependencies = [{ name = "b" }]\n',
  'deno.lock': JSON.stringify({
    version: '5',
    specifiers: { 'npm:a@1': '1.0.0' },
    npm: { 'a@1.0.0': { integrity: 'x', dependencies: ['b'] } },
    remote: { 'https://deno.land/x/a@1/mod.ts': 'x' },
  }),
  'conda-lock.yml':
    "version: 1\npackage:\n- name: a\n  version: '1'\n  manager: conda\n  dependencies:\n    b: '>=1'\n  url: https://h/c/linux-64/a-1-0.conda\n",
  'pixi.lock': 'version: 6\npackages:\n- conda: https://h/c/noarch/a-1-0.conda\n  depends:\n  - b >=1\n',
  'environment.yml': 'dependencies:\n- c::a=1=0\n- pip:\n  - b==1\n  - -r x.txt\n',
  'environment.yaml': 'dependencies:\n- a>=1\n',
  'go.sum': `a v1.0.0 h1:${'A'.repeat(43)}=\na v1.0.0/go.mod h1:${'A'.repeat(43)}=\n`,
  'go.work': 'go 1.22.0\nuse ./a\nreplace b => c v1.0.0\n',
  '.terraform.lock.hcl':
    'provider "registry.terraform.io/a/b" {\n  version = "1"\n  hashes = [\n    "zh:x",\n  ]\n}\n',
  'action.yml': 'runs:\n  using: composite\n  steps:\n    - uses: a/b@v1 # c\n    - run: |\n        x\n',
  'action.yaml': 'runs:\n  image: docker://a:1\n',
  '.tool-versions': 'a 1.0 2.0 # c\n',
  'mise.toml': '[tools]\na = "1"\n"npm:b" = ["1.0.0"]\n',
  '.mise.toml': '[tools]\na = { version = "1" }\n',
  'gems.locked':
    'PATH\n  remote: .\n  specs:\n    a (1.0)\n\nPLUGIN SOURCE\n  remote: x\n  specs:\n    c (1)\n\nDEPENDENCIES\n  a!\n',
  'composer.lock': JSON.stringify({
    packages: [{ name: 'a/b', version: 'v1.0.0', require: { 'a/c': '*' }, license: ['MIT'] }],
    'packages-dev': [{ name: 'a/d', version: 'dev-main', replace: { 'a/c': '*' } }],
  }),
};
