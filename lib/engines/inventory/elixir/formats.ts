import type { LockfileRow, ManifestRow } from '../formats/rows.ts';

/** The lockfiles of Elixir. */
export const hexLockfiles = [
  { file: 'mix.lock', type: 'hex', rank: 0, format: 'mix-lock', about: 'Hex and git packages' },
] as const satisfies readonly LockfileRow[];

/** The manifests of Elixir. */
export const hexManifests: readonly ManifestRow[] = [{ file: 'mix.exs', type: 'hex' }];
