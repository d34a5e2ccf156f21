import type { LockfileRow, ManifestRow } from '../formats/rows.ts';

/** The lockfiles of Swift. */
export const swiftLockfiles = [
  {
    file: 'Package.resolved',
    type: 'swift',
    rank: 0,
    format: 'package-resolved',
    hasNoGraph: true,
    isComplementary: true,
    inSharedFolder: true,
    about: 'versions 1 to 3, also of Xcode projects',
  },
] as const satisfies readonly LockfileRow[];

/** The manifests of Swift. */
export const swiftManifests: readonly ManifestRow[] = [{ file: 'Package.swift', type: 'swift' }];
