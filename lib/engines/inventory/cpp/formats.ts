import type { LockfileRow, ManifestRow } from '../formats/rows.ts';

/** The lockfiles of C and C++. vcpkg has only its manifest. */
export const cppLockfiles = [
  { file: 'conan.lock', type: 'conan', rank: 0, format: 'conan-lock', about: 'Conan 1 and 2' },
  {
    file: 'vcpkg.json',
    type: 'vcpkg',
    rank: 0,
    format: 'vcpkg-json',
    about: 'direct dependencies; overrides alone pin versions',
  },
] as const satisfies readonly LockfileRow[];

/** The manifests of C and C++. */
export const cppManifests: readonly ManifestRow[] = [
  { file: 'conanfile.txt', type: 'conan' },
  { file: 'conanfile.py', type: 'conan' },
];
