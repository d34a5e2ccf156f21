import { expect, test } from 'vitest';
import { leftOutLockfiles } from '@scangate/engines/units/left-out-lockfiles';

test('lockfiles, build files and manifests of third-party code and test data are named, lockfiles first', () => {
  const paths = [
    'fixtures/app/build.gradle',
    'package.json',
    'third_party/app/pom.xml',
    'third_party/py/pyproject.toml',
    'vendor/x/Foo.csproj',
    'vendor/x/main.c',
    'vendor/y/yarn.lock',
  ];
  const entries = paths.map((path) => ({ path, sizeBytes: 1 }));
  expect(leftOutLockfiles({ entries, read: () => new Uint8Array() })).toEqual([
    'vendor/y/yarn.lock',
    'fixtures/app/build.gradle',
    'third_party/app/pom.xml',
    'third_party/py/pyproject.toml',
    'vendor/x/Foo.csproj',
  ]);
});
