import type { LockfileRow, ManifestRow } from '../formats/rows.ts';

/** The lockfiles of Ruby. */
export const rubygemsLockfiles = [
  {
    file: 'Gemfile.lock',
    type: 'rubygems',
    rank: 0,
    format: 'gemfile-lock',
    about: 'with platforms and checksums',
  },
  {
    file: 'gems.locked',
    type: 'rubygems',
    rank: 1,
    format: 'gemfile-lock',
    about: 'with platforms and checksums',
  },
] as const satisfies readonly LockfileRow[];

/** The manifests of Ruby. */
export const rubygemsManifests: readonly ManifestRow[] = [
  { file: 'Gemfile', type: 'rubygems' },
  { file: 'gems.rb', type: 'rubygems' },
];
