import type { LockfileRow } from '../formats/rows.ts';

/** The lockfiles of Go. */
export const goLockfiles = [
  {
    file: 'go.mod',
    type: 'go',
    rank: 0,
    format: 'go-mod',
    about: 'with replacements and vendor/modules.txt',
  },
] as const satisfies readonly LockfileRow[];
