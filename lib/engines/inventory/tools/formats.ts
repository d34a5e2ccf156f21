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
  {
    ...row,
    file: /^\.?mise(?:\.[\w-]{1,40}){1,2}\.toml$/,
    label: 'mise.*.toml, .mise.*.toml',
    about: 'as mise.toml, of one environment or machine',
  },
  {
    ...row,
    file: /(?:^|\/)(?:\.config\/mise|\.?mise)\/(?:config(?:\.[\w-]{1,40}){0,2}|conf\.d\/[\w.-]{1,60})\.toml$/,
    isPath: true,
    label: 'config*.toml and conf.d/*.toml in .config/mise, .mise and mise',
    about: 'as mise.toml; .config/mise.toml, too',
  },
] as const satisfies readonly LockfileRow[];
