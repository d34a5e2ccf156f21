import type { LockfileRow } from '../formats/rows.ts';

/** The lockfiles of Lua. */
export const luaLockfiles = [
  {
    file: 'luarocks.lock',
    type: 'luarocks',
    rank: 0,
    format: 'luarocks-lock',
    about: 'all rocks of the build',
  },
] as const satisfies readonly LockfileRow[];
