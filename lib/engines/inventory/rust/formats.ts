import type { LockfileRow, ManifestRow } from '../formats/rows.ts';

/** The lockfiles of Rust. */
export const cargoLockfiles = [
  { file: 'Cargo.lock', type: 'cargo', rank: 0, format: 'cargo-lock', about: 'versions 1 to 4' },
] as const satisfies readonly LockfileRow[];

/** The manifests of Rust. */
export const cargoManifests: readonly ManifestRow[] = [{ file: 'Cargo.toml', type: 'cargo' }];
