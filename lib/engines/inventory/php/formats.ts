import type { LockfileRow, ManifestRow } from '../formats/rows.ts';

/** The lockfiles of PHP. */
export const composerLockfiles = [
  {
    file: 'composer.lock',
    type: 'composer',
    rank: 0,
    format: 'composer-lock',
    about: 'with development packages',
  },
] as const satisfies readonly LockfileRow[];

/** The manifests of PHP. */
export const composerManifests: readonly ManifestRow[] = [{ file: 'composer.json', type: 'composer' }];
