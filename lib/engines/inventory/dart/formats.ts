import type { LockfileRow, ManifestRow } from '../formats/rows.ts';

/** The lockfiles of Dart. */
export const pubLockfiles = [
  {
    file: 'pubspec.lock',
    type: 'pub',
    rank: 0,
    format: 'pubspec-lock',
    hasNoGraph: true,
    about: 'with workspaces',
  },
] as const satisfies readonly LockfileRow[];

/** The manifests of Dart. */
export const pubManifests: readonly ManifestRow[] = [{ file: 'pubspec.yaml', type: 'pub' }];
