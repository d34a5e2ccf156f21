import type { LockfileRow } from '../formats/rows.ts';

/** The lockfiles of conda and pixi. Where there is no lockfile, environment files list what is requested. */
export const condaLockfiles = [
  { file: 'conda-lock.yml', type: 'conda', rank: 0, format: 'conda-lock', about: 'all platforms, with pip' },
  { file: 'pixi.lock', type: 'conda', rank: 1, format: 'pixi-lock', about: 'versions 4 to 6' },
  {
    file: 'environment.yml',
    type: 'conda',
    rank: 7,
    format: 'conda-environment',
    hasNoGraph: true,
    isComplementary: true,
    isSubstitute: true,
    about: 'pins of conda and pip',
  },
  {
    file: 'environment.yaml',
    type: 'conda',
    rank: 7,
    format: 'conda-environment',
    hasNoGraph: true,
    isComplementary: true,
    isSubstitute: true,
    about: 'pins of conda and pip',
  },
] as const satisfies readonly LockfileRow[];
