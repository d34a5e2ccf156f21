import type { LockfileRow } from '../formats/rows.ts';

/** The lockfile of Deno. */
export const denoLockfiles = [
  {
    file: 'deno.lock',
    type: 'deno',
    rank: 0,
    format: 'deno-lock',
    about: 'versions 2 to 5: packages of npm and JSR, modules by URL',
  },
] as const satisfies readonly LockfileRow[];
