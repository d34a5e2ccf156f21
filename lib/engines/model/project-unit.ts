/** The types of project units. `source` is for a root without a manifest. */
export const unitTypes = [
  'npm',
  'pypi',
  'go',
  'cargo',
  'rubygems',
  'composer',
  'maven',
  'gradle',
  'nuget',
  'hex',
  'pub',
  'swift',
  'cocoapods',
  'deno',
  'conda',
  'cran',
  'hackage',
  'julia',
  'opam',
  'cpan',
  'luarocks',
  'conan',
  'vcpkg',
  'bazel',
  'sbt',
  'actions',
  'terraform',
  'tools',
  'source',
] as const;
export type UnitType = (typeof unitTypes)[number];

/**
 * A directory of the repository that is scanned and charged as one unit. `path` is POSIX and relative; the root
 * is `''`.
 */
export interface ProjectUnit {
  projectUnitId: string;
  path: string;
  type: UnitType;
  name: string;
}
