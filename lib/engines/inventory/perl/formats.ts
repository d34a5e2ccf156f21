import type { LockfileRow, ManifestRow } from '../formats/rows.ts';

/** The lockfiles of Perl. */
export const perlLockfiles = [
  { file: 'cpanfile.snapshot', type: 'cpan', rank: 0, format: 'cpan-snapshot', about: 'Carton, version 1.0' },
] as const satisfies readonly LockfileRow[];

/** The manifests of Perl. */
export const perlManifests: readonly ManifestRow[] = [{ file: 'cpanfile', type: 'cpan' }];
