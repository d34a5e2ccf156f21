import type { LockfileRow, ManifestRow } from '../formats/rows.ts';

/** The lockfiles of npm. */
export const npmLockfiles = [
  {
    file: 'npm-shrinkwrap.json',
    type: 'npm',
    rank: 0,
    format: 'package-lock',
    about: 'lockfile versions 1 to 3',
  },
  {
    file: 'package-lock.json',
    type: 'npm',
    rank: 1,
    format: 'package-lock',
    about: 'lockfile versions 1 to 3',
  },
  { file: 'pnpm-lock.yaml', type: 'npm', rank: 2, format: 'pnpm-lock', about: 'lockfile versions 5 to 9' },
  { file: 'yarn.lock', type: 'npm', rank: 3, format: 'yarn', about: 'Yarn 1 and Yarn 2 or later' },
  { file: 'bun.lock', type: 'npm', rank: 4, format: 'bun-lock', about: 'Bun 1.2 or later' },
  {
    file: 'bun.lockb',
    type: 'npm',
    rank: 5,
    format: 'bun-lock',
    isBinary: true,
    about: 'binary, format version 2 (Bun 0.6 to 1.1)',
  },
] as const satisfies readonly LockfileRow[];

/** The manifests of npm. */
export const npmManifests: readonly ManifestRow[] = [{ file: 'package.json', type: 'npm' }];
