import type { LockfileRow } from '../formats/rows.ts';

/** The lockfiles of Go. */
export const goLockfiles = [
  {
    file: 'go.mod',
    type: 'go',
    rank: 0,
    format: 'go-mod',
    hasNoGraph: true,
    about: 'with replacements and vendor/modules.txt',
  },
  {
    file: 'go.sum',
    type: 'go',
    rank: 5,
    format: 'go-sum',
    hasNoGraph: true,
    isSubstitute: true,
    about: 'without go.mod: the highest version of each module',
  },
  {
    file: 'go.work',
    type: 'go',
    rank: 6,
    format: 'go-work',
    hasNoGraph: true,
    isSubstitute: true,
    about: 'replacements; the toolchain without go.mod beside it',
  },
] as const satisfies readonly LockfileRow[];
