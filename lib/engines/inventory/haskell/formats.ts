import type { LockfileRow, ManifestRow } from '../formats/rows.ts';

/** The lockfiles of Haskell. */
export const haskellLockfiles = [
  {
    file: 'cabal.project.freeze',
    type: 'hackage',
    rank: 0,
    format: 'cabal-freeze',
    hasNoGraph: true,
    about: 'all packages of the build',
  },
  {
    file: 'stack.yaml.lock',
    type: 'hackage',
    rank: 1,
    format: 'stack-lock',
    hasNoGraph: true,
    about: 'packages beside the snapshot',
  },
] as const satisfies readonly LockfileRow[];

/** The manifests of Haskell. */
export const haskellManifests: readonly ManifestRow[] = [
  { file: 'cabal.project', type: 'hackage' },
  { file: 'stack.yaml', type: 'hackage' },
];
