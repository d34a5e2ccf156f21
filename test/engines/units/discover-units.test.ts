import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { projectDirectoryOf, recognizeLockfile } from '@scangate/engines/units/recognize-file';
import {
  discoverUnits,
  unitResolver,
  isThirdPartyPath,
  maxUnitsPerScan,
} from '@scangate/engines/units/discover-units';

/** Finds the unit above a file where no build is shared. */
const owningUnit = <U extends { path: string }>(path: string, units: readonly U[]): U =>
  unitResolver([], units)(path);

/** Units as `path:type`, so that an expectation reads like a listing. */
const found = (...paths: string[]): string[] =>
  discoverUnits(paths, 'owner/repo').map(({ path, type }) => `${path || '.'}:${type}`);

test('the root is always a unit, of type source without a dependency file', () => {
  expect(found()).toEqual(['.:source']);
  expect(found('README.md', 'src/main.c')).toEqual(['.:source']);
  expect(discoverUnits([], 'owner/repo')).toEqual([{ path: '', type: 'source', name: 'owner/repo' }]);
});

test('a directory with a lockfile or a manifest is a unit', () => {
  expect(found('api/go.mod', 'api/main.go', 'web/package-lock.json', 'lib/Cargo.toml', 'docs/a.md')).toEqual([
    '.:source',
    'api:go',
    'lib:cargo',
    'web:npm',
  ]);
});

test('a unit is named after its directory', () => {
  expect(discoverUnits(['services/api/go.mod'], 'owner/repo')[1]).toEqual({
    path: 'services/api',
    type: 'go',
    name: 'api',
  });
});

test('workspace members belong to the lockfile above them, unless they have their own', () => {
  expect(found('package.json', 'yarn.lock', 'packages/a/package.json', 'packages/b/c/package.json')).toEqual([
    '.:npm',
  ]);
  expect(found('yarn.lock', 'packages/a/package.json', 'packages/a/yarn.lock')).toEqual([
    '.:npm',
    'packages/a:npm',
  ]);
  expect(found('rust/Cargo.lock', 'rust/crates/x/Cargo.toml', 'other/Cargo.toml')).toEqual([
    '.:source',
    'other:cargo',
    'rust:cargo',
  ]);
});

test('a manifest does not belong to a lockfile of another ecosystem above it', () => {
  expect(found('yarn.lock', 'tools/pyproject.toml')).toEqual(['.:npm', 'tools:pypi']);
  expect(found('yarn.lock', 'both/package.json', 'both/Cargo.toml')).toEqual(['.:npm', 'both:cargo']);
});

test('a manifest does not belong to another manifest above it', () => {
  expect(found('mix.exs', 'core/mix.exs')).toEqual(['.:hex', 'core:hex']);
});

test('the projects of a build that spans directories are one unit', () => {
  expect(found('pom.xml', 'core/pom.xml', 'a/b/pom.xml')).toEqual(['.:maven']);
  expect(
    found('svc/settings.gradle.kts', 'svc/app/build.gradle.kts', 'svc/gradle/libs.versions.toml'),
  ).toEqual(['.:source', 'svc:gradle']);
  expect(found('App.sln', 'src/App/App.csproj', 'test/App.Tests/App.Tests.csproj')).toEqual(['.:nuget']);
  expect(found('src/App/App.csproj', 'src/Lib/packages.config')).toEqual([
    '.:source',
    'src/App:nuget',
    'src/Lib:nuget',
  ]);
});

test('a project of a build with its own lockfile is a separate unit', () => {
  expect(found('settings.gradle', 'app/build.gradle', 'app/gradle.lockfile')).toEqual([
    '.:gradle',
    'app:gradle',
  ]);
  expect(found('App.sln', 'a/A.csproj', 'a/packages.lock.json', 'b/B.csproj')).toEqual([
    '.:nuget',
    'a:nuget',
  ]);
});

test('projects that only a test builds are not units', () => {
  expect(found('pom.xml', 'src/it/one/pom.xml', 'src/test/resources/two/build.gradle')).toEqual(['.:maven']);
  expect(found('latest/src/latest/pom.xml')).toEqual(['.:source', 'latest/src/latest:maven']);
});

test('a file that Xcode stores inside a project counts for the directory around the project', () => {
  expect(
    found('ios/App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved', 'ios/Podfile'),
  ).toEqual(['.:source', 'ios:swift']);
  expect(found('App.xcworkspace/xcshareddata/swiftpm/Package.resolved')).toEqual(['.:swift']);
});

test('a file of a build belongs to the root of the build, even across another unit', () => {
  const all = [
    'pom.xml',
    'Directory.Packages.props',
    'web/pom.xml',
    'web/package-lock.json',
    'web/index.js',
    'app/App.csproj',
    'app/package.json',
    'locked/L.csproj',
    'locked/packages.lock.json',
  ];
  const units = discoverUnits(all, 'owner/repo');
  expect(units.map(({ path }) => path)).toEqual(['', 'app', 'locked', 'web']);
  const ownerOf = unitResolver(all, units);
  expect(Object.fromEntries(all.map((path) => [path, ownerOf(path).path]))).toEqual({
    'pom.xml': '',
    'Directory.Packages.props': '',
    'web/pom.xml': '',
    'web/package-lock.json': 'web',
    'web/index.js': 'web',
    'app/App.csproj': '',
    'app/package.json': 'app',
    'locked/L.csproj': 'locked',
    'locked/packages.lock.json': 'locked',
  });
});

test('among ecosystems, lockfiles come before manifests, then rank, then the order of types', () => {
  expect(found('package.json', 'Cargo.toml', 'poetry.lock')).toEqual(['.:pypi']);
  expect(found('yarn.lock', 'go.mod')).toEqual(['.:go']);
  expect(found('Cargo.lock', 'go.mod')).toEqual(['.:go']);
  expect(found('requirements.txt', 'package-lock.json')).toEqual(['.:npm']);
  expect(found('build.gradle', 'pyproject.toml')).toEqual(['.:pypi']);
});

test('installed packages, vendored code and test data are not units, and their files belong to the unit above', () => {
  const foreign = [
    'node_modules/a/package.json',
    'web/node_modules/@x/y/yarn.lock',
    'vendor/github.com/x/y/go.mod',
    'third_party/z/Cargo.lock',
    '.venv/lib/python3.13/site-packages/p/setup.py',
    'internal/testdata/mod/go.mod',
    'ios/Pods/Package.swift',
  ];
  expect(found(...foreign)).toEqual(['.:source']);
  expect(foreign.every(isThirdPartyPath)).toBe(true);
  const units = discoverUnits(['web/yarn.lock', ...foreign], 'owner/repo');
  expect(owningUnit('web/node_modules/@x/y/yarn.lock', units).path).toBe('web');
});

test('code is third-party only by a whole directory name', () => {
  for (const path of ['vendors/go.mod', 'my_node_modules/yarn.lock', 'a/vendor', 'node_modules'])
    expect(isThirdPartyPath(path)).toBe(false);
});

test('a folder of requirements counts for the directory around it', () => {
  expect(found('svc/requirements/base.txt', 'svc/requirements/dev.txt', 'svc/app.py')).toEqual([
    '.:source',
    'svc:pypi',
  ]);
  expect(found('requirements/base.txt')).toEqual(['.:pypi']);
});

test('a file belongs to the deepest unit above it, by whole directory names', () => {
  const units = discoverUnits(['a/go.mod', 'a/b/go.mod', 'ab/go.mod'], 'owner/repo');
  const owner = (path: string) => owningUnit(path, units).path;
  expect([owner('a/x.go'), owner('a/b/c/x.go'), owner('ab/x.go'), owner('abc/x.go'), owner('x.go')]).toEqual([
    'a',
    'a/b',
    'ab',
    '',
    '',
  ]);
  expect(() => owningUnit('x', [{ path: 'a' }])).toThrow(Error);
});

test('beyond the limit, lockfiles are kept before manifests and shallow units before deep ones', () => {
  const manifests = Array.from({ length: 300 }, (_, index) => `m${index}/pom.xml`);
  const deep = Array.from({ length: 950 }, (_, index) => `x/y/d${index}/go.mod`);
  const shallow = Array.from({ length: 100 }, (_, index) => `s${index}/go.mod`);
  const units = discoverUnits([...manifests, ...deep, ...shallow], 'owner/repo');
  expect(units).toHaveLength(maxUnitsPerScan);
  expect(units.filter(({ path }) => path.startsWith('s'))).toHaveLength(100);
  expect(units.filter(({ path }) => path.startsWith('x/y/'))).toHaveLength(899);
  expect(owningUnit('m7/pom.xml', units).path).toBe('');
});

test('the paths of all units take at most 200 KB, however long each is', () => {
  const locked = Array.from({ length: 900 }, (_, index) => `${'ä'.repeat(500)}${index}/go.mod`);
  const units = discoverUnits(locked, 'owner/repo');
  const bytes = units.reduce((sum, { path }) => sum + Buffer.byteLength(path), 0);
  expect(bytes).toBeLessThanOrEqual(200 * 1024);
  expect(bytes).toBeGreaterThan(199 * 1024);
});

test('beyond the limit, lockfiles without a unit give the root its type', () => {
  const lockfiles = Array.from({ length: maxUnitsPerScan }, (_, index) => `d${index}/package-lock.json`);
  expect(discoverUnits(lockfiles.slice(1), 'owner/repo')[0]).toMatchObject({ path: '', type: 'source' });
  expect(discoverUnits(lockfiles, 'owner/repo')[0]).toMatchObject({ path: '', type: 'npm' });
  expect(discoverUnits([...lockfiles, 'go.mod'], 'owner/repo')[0]).toMatchObject({ path: '', type: 'go' });
});

const segment = fc.constantFrom(
  'a',
  'b',
  'ab',
  'node_modules',
  'requirements',
  'src',
  '__proto__',
  'constructor',
);
const file = fc.constantFrom(
  'package.json',
  'yarn.lock',
  'go.mod',
  'Cargo.toml',
  'Cargo.lock',
  'requirements.txt',
  'base.txt',
  'App.csproj',
  'x.js',
  'toString',
);
const path = fc
  .tuple(fc.array(segment, { maxLength: 4 }), file)
  .map(([folders, name]) => [...folders, name].join('/'));
const paths = fc.uniqueArray(path, { maxLength: 40 });

test('every file belongs to exactly one unit, the deepest of those above it or the folder that it is for', () => {
  fc.assert(
    fc.property(paths, (all) => {
      const units = discoverUnits(all, 'owner/repo');
      expect(new Set(units.map((unit) => unit.path)).size).toBe(units.length);
      expect(units.every((unit) => unit.path === '' || !isThirdPartyPath(`${unit.path}/x`))).toBe(true);
      const ownerOf = unitResolver(all, units);
      for (const one of all) {
        const place = recognizeLockfile(one)?.inSharedFolder ? `${projectDirectoryOf(one)}x` : one;
        const above = units.filter((unit) => unit.path === '' || place.startsWith(`${unit.path}/`));
        const lengths = above.map((unit) => unit.path.length);
        expect(owningUnit(one, units).path.length).toBe(Math.max(...lengths));
        expect(above).toContain(ownerOf(one));
      }
    }),
  );
});

test('the same files give the same units in any order and number', () => {
  const shuffled = paths.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(shuffled, ([all, other]) => {
      const units = discoverUnits(all, 'owner/repo');
      expect(discoverUnits(new Set(other), 'owner/repo')).toEqual(units);
      expect(discoverUnits([...other, ...all], 'owner/repo')).toEqual(units);
    }),
  );
});
