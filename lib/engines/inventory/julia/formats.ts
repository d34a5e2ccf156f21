import type { LockfileRow } from '../formats/rows.ts';

/** The lockfiles of Julia. */
export const juliaLockfiles = [
  {
    file: 'JuliaManifest.toml',
    type: 'julia',
    rank: 0,
    format: 'julia-manifest',
    about: 'formats 1 and 2, with the standard library',
  },
  {
    file: 'Manifest.toml',
    type: 'julia',
    rank: 1,
    format: 'julia-manifest',
    about: 'formats 1 and 2, with the standard library',
  },
  {
    file: /^(?:Julia)?Manifest-v\d{1,2}\.\d{1,2}\.toml$/,
    label: 'Manifest-v*.toml, JuliaManifest-v*.toml',
    type: 'julia',
    rank: 2,
    format: 'julia-manifest',
    isComplementary: true,
    about: 'one for each version of Julia',
  },
] as const satisfies readonly LockfileRow[];
