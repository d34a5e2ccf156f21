import type { LockfileRow } from '../formats/rows.ts';

/** The lockfiles of R. */
export const rLockfiles = [
  {
    file: 'renv.lock',
    type: 'cran',
    rank: 0,
    format: 'renv-lock',
    about: 'CRAN, Bioconductor and repositories',
  },
] as const satisfies readonly LockfileRow[];
