import type { LockfileRow, ManifestRow } from '../formats/rows.ts';

/** The lockfiles of Elixir, Erlang and Gleam. */
export const hexLockfiles = [
  { file: 'mix.lock', type: 'hex', rank: 0, format: 'mix-lock', about: 'Hex and git packages' },
  {
    file: 'rebar.lock',
    type: 'hex',
    rank: 1,
    format: 'rebar-lock',
    hasNoGraph: true,
    about: 'Hex and git packages',
  },
  { file: 'manifest.toml', type: 'hex', rank: 2, format: 'gleam-manifest', about: 'of Gleam' },
] as const satisfies readonly LockfileRow[];

/** The manifests of Elixir, Erlang and Gleam. */
export const hexManifests: readonly ManifestRow[] = [
  { file: 'mix.exs', type: 'hex' },
  { file: 'rebar.config', type: 'hex' },
  { file: 'gleam.toml', type: 'hex' },
];
