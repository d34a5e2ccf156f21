/**
 * The types of project units. A root without a manifest is `other` if it has files with dependencies all the same, such as
 * workflows or lockfiles that are not read, and otherwise `source`.
 */
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
  'other',
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
