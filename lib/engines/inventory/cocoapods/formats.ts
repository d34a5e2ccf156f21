import type { LockfileRow, ManifestRow } from '../formats/rows.ts';

/** The lockfile of CocoaPods. */
export const cocoapodsLockfiles = [
  {
    file: 'Podfile.lock',
    type: 'cocoapods',
    rank: 0,
    format: 'podfile-lock',
    about: 'with subspecs, repositories and local pods',
  },
] as const satisfies readonly LockfileRow[];

/** The manifest of CocoaPods. */
export const cocoapodsManifests: readonly ManifestRow[] = [{ file: 'Podfile', type: 'cocoapods' }];
