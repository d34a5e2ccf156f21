import type { LockfileRow } from '../formats/rows.ts';

/** The lockfiles of OCaml. */
export const opamLockfiles = [
  {
    file: /^.{0,120}\.opam\.locked$|^opam\.locked$/,
    label: '*.opam.locked, opam.locked',
    type: 'opam',
    rank: 0,
    format: 'opam-locked',
    hasNoGraph: true,
    isComplementary: true,
    about: 'all packages, with pins',
  },
] as const satisfies readonly LockfileRow[];
