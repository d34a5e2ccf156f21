import type { LockfileRow } from '../formats/rows.ts';

const row = {
  type: 'tools',
  rank: 0,
  format: 'tool-versions',
  isComplementary: true,
  listsTools: true,
} as const;

/** The files of mise and asdf. */
export const toolsLockfiles = [
  { ...row, file: '.tool-versions', about: 'tools of asdf and mise' },
  { ...row, file: 'mise.toml', about: 'tools of mise, also from registries of packages' },
  { ...row, file: '.mise.toml', about: 'tools of mise, also from registries of packages' },
] as const satisfies readonly LockfileRow[];
