import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageName } from '@scangate/engines/advisories/package-name';
import { inventoryOf } from '#test/engines/inventory/inventory-fixtures.ts';

/**
 * The extractors of osv-scalibr for formats of lockfiles whose tests are tables of packages, with the name of the file that
 * the package manager writes.
 */
const lockfiles: Readonly<Record<string, string>> = {
  'cpp/conanlock': 'conan.lock',
  'dart/pubspec': 'pubspec.lock',
  'dotnet/paketlock': 'paket.lock',
  'elixir/mixlock': 'mix.lock',
  'erlang/mixlock': 'mix.lock',
  'golang/gomod': 'go.mod',
  'haskell/cabal': 'cabal.project.freeze',
  'haskell/stacklock': 'stack.yaml.lock',
  'java/gradlelockfile': 'gradle.lockfile',
  'java/gradleverificationmetadataxml': 'gradle/verification-metadata.xml',
  'javascript/bunlock': 'bun.lock',
  'javascript/packagelockjson': 'package-lock.json',
  'javascript/pnpmlock': 'pnpm-lock.yaml',
  'javascript/yarnlock': 'yarn.lock',
  'julia/manifesttoml': 'Manifest.toml',
  'php/composerlock': 'composer.lock',
  'python/pdmlock': 'pdm.lock',
  'python/pipfilelock': 'Pipfile.lock',
  'python/poetrylock': 'poetry.lock',
  'python/pylock': 'pylock.toml',
  'python/uvlock': 'uv.lock',
  'r/renvlock': 'renv.lock',
  'ruby/gemfilelock': 'Gemfile.lock',
  'rust/cargolock': 'Cargo.lock',
  'swift/packageresolved': 'Package.resolved',
  'swift/podfilelock': 'Podfile.lock',
};

/** A file of a test with the packages that it expects. */
interface LockfileCase {
  path: string;
  packages: { name: string; version: string | undefined }[];
}

/** A package, and not the name of the next case. */
const expected = /\n\t+\{\n\t+Name:\s+"([^"\n]*)",(?!\n\t+InputConfig)(?:\n\t+Version:\s+"([^"\n]*)",)?/g;

/** Reads the cases of a test in Go: a table of paths and packages. */
const casesIn = (test: string): LockfileCase[] =>
  readFileSync(test, 'utf8')
    .split(/extracttest\.ScanInputMockConfig\{/)
    .slice(1)
    .flatMap((part) => {
      const path = /\bPath:\s+"([^"\n]+)"/.exec(part)?.[1];
      const [, listed = ''] = part.split('WantPackages:', 2);
      const packages = [...listed.matchAll(expected)].map(([, name = '', version]) => ({
        name,
        version: version === '' ? undefined : version,
      }));
      return path === undefined || packages.length === 0
        ? []
        : [{ path: join(dirname(test), path), packages }];
    });

const plainVersion = (version: string): string => version.replace(/^v(?=\d)/, '');

/** Returns a name as advisories and both sides spell it. */
const plainName = (name: string): string => packageName('PyPI', name.toLowerCase());

const foundIn = ({ path, packages }: LockfileCase, file: string): number => {
  const components = (() => {
    try {
      return inventoryOf({ [file]: readFileSync(path, 'utf8') }).components;
    } catch {
      return [];
    }
  })();
  const names = new Set(components.map(({ name }) => plainName(name)));
  const versions = new Set(
    components.map(({ name, version = '' }) => `${plainName(name)} ${plainVersion(version)}`),
  );
  return packages.filter(({ name, version }) =>
    version === undefined
      ? names.has(plainName(name))
      : versions.has(`${plainName(name)} ${plainVersion(version)}`),
  ).length;
};

export interface LockfileTally {
  cases: number;
  packages: number;
  found: number;
}

/** Counts the packages of the cases of osv-scalibr that the readers find, by format. */
export const measureLockfileCases = (folder: string): Map<string, LockfileTally> => {
  const byFormat = new Map<string, LockfileTally>();
  const all: LockfileTally = { cases: 0, packages: 0, found: 0 };
  for (const [extractor, file] of Object.entries(lockfiles)) {
    const cases = globSync(join(folder, 'extractor/filesystem/language', extractor, '*_test.go'))
      .flatMap(casesIn)
      .filter(({ path }) => existsSync(path));
    const tally: LockfileTally = { cases: cases.length, packages: 0, found: 0 };
    for (const each of cases) {
      tally.packages += each.packages.length;
      tally.found += foundIn(each, file);
    }
    byFormat.set(`${extractor} as ${file}`, tally);
    all.cases += tally.cases;
    all.packages += tally.packages;
    all.found += tally.found;
  }
  return byFormat.set('all of them', all);
};
