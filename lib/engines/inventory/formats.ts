import type { Ecosystem } from '../model/component.ts';
import type { UnitType } from '../model/project-unit.ts';

/**
 * Build systems whose projects inherit from each other across directories. Without a lockfile their files are
 * read together, and the whole build is one unit.
 */
export const buildTypes = ['maven', 'gradle', 'nuget'] as const satisfies readonly UnitType[];
export type BuildType = (typeof buildTypes)[number];

/** The ecosystem whose packages a unit of a type depends on. */
export const ecosystemOfUnit: Readonly<Record<Exclude<UnitType, 'source'>, Ecosystem>> = {
  npm: 'npm',
  pypi: 'PyPI',
  go: 'Go',
  cargo: 'crates.io',
  rubygems: 'RubyGems',
  composer: 'Packagist',
  maven: 'Maven',
  gradle: 'Maven',
  nuget: 'NuGet',
  hex: 'Hex',
  pub: 'Pub',
  swift: 'SwiftURL',
};

/** Recognizes a file by its exact name, by a pattern of its name, or by a pattern of its path. */
interface FileRow {
  file: string | RegExp;
  /** True: the pattern applies to the whole path. */
  isPath?: true;
  /** The pattern as people write it. */
  label?: string;
  /** True: a folder for such files (see `sharedFolders`) belongs to the directory above it. */
  inSharedFolder?: true;
}

export interface LockfileRow extends FileRow {
  type: Exclude<UnitType, 'source'>;
  /** Of several lockfiles of one type in a directory, the one with the lowest rank is used. */
  rank: number;
  /** Key of the reader in readers.ts. Absent: the file is recognized, listed in coverage, and not read. */
  format?: string;
  /** True: several files of the format in one directory complement each other. */
  isComplementary?: true;
  /** Short description of what is read, for the documentation. */
  about: string;
}

/** A file of a build system, which is read together with the other files of the build. */
export interface BuildFileRow extends FileRow {
  type: BuildType;
  /** True: the file marks a project in its directory. */
  marksProject?: true;
  /** True: the file can be uploaded and read alone. */
  isStandalone?: true;
  /** Short description of what is read, for the documentation. */
  about: string;
}

/** A file that marks a project and is read only to supplement a lockfile. */
export interface ManifestRow extends FileRow {
  type: Exclude<UnitType, 'source'>;
}

/** The table of lockfiles. A row with a new format does not compile without a reader in readers.ts. */
export const lockfileRows = [
  {
    file: 'npm-shrinkwrap.json',
    type: 'npm',
    rank: 0,
    format: 'package-lock',
    about: 'lockfile versions 1 to 3',
  },
  {
    file: 'package-lock.json',
    type: 'npm',
    rank: 1,
    format: 'package-lock',
    about: 'lockfile versions 1 to 3',
  },
  { file: 'pnpm-lock.yaml', type: 'npm', rank: 2, format: 'pnpm-lock', about: 'lockfile versions 5 to 9' },
  { file: 'yarn.lock', type: 'npm', rank: 3, format: 'yarn', about: 'Yarn 1 and Yarn 2 or later' },
  { file: 'bun.lock', type: 'npm', rank: 4, format: 'bun-lock', about: 'Bun 1.2 or later' },
  { file: 'bun.lockb', type: 'npm', rank: 5, about: 'binary, not read' },
  { file: 'uv.lock', type: 'pypi', rank: 0, format: 'uv-lock', about: 'version 1' },
  { file: 'poetry.lock', type: 'pypi', rank: 1, format: 'poetry-lock', about: 'Poetry 1 and 2' },
  { file: 'pdm.lock', type: 'pypi', rank: 2, format: 'pdm-lock', about: 'with groups and extras' },
  { file: 'Pipfile.lock', type: 'pypi', rank: 3, format: 'pipfile-lock', about: 'with categories' },
  {
    file: 'requirements.txt',
    type: 'pypi',
    rank: 4,
    format: 'requirements',
    isComplementary: true,
    inSharedFolder: true,
    about: 'pins, hashes, includes and constraints',
  },
  {
    file: /^(?:[\w.-]{1,40}[-_.])?requirements(?:[-_.][\w.-]{1,40})?\.(?:txt|lock)$/,
    label: 'requirements-*.txt, *_requirements.txt, requirements*.lock',
    type: 'pypi',
    rank: 5,
    format: 'requirements',
    isComplementary: true,
    inSharedFolder: true,
    about: 'as requirements.txt',
  },
  {
    file: /(?:^|\/)requirements\/[\w.-]{1,60}\.txt$/,
    isPath: true,
    label: 'requirements/*.txt',
    type: 'pypi',
    rank: 5,
    format: 'requirements',
    isComplementary: true,
    inSharedFolder: true,
    about: 'as requirements.txt',
  },
  { file: 'pylock.toml', type: 'pypi', rank: 6, about: 'not read' },
  {
    file: 'go.mod',
    type: 'go',
    rank: 0,
    format: 'go-mod',
    about: 'with replacements and vendor/modules.txt',
  },
  { file: 'Cargo.lock', type: 'cargo', rank: 0, format: 'cargo-lock', about: 'versions 1 to 4' },
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
  {
    file: 'composer.lock',
    type: 'composer',
    rank: 0,
    format: 'composer-lock',
    about: 'with development packages',
  },
  {
    file: 'gradle.lockfile',
    type: 'gradle',
    rank: 0,
    format: 'gradle-lockfile',
    isComplementary: true,
    about: 'all configurations',
  },
  {
    file: 'buildscript-gradle.lockfile',
    type: 'gradle',
    rank: 0,
    format: 'gradle-lockfile',
    isComplementary: true,
    about: 'plugins of the build',
  },
  { file: 'packages.lock.json', type: 'nuget', rank: 0, format: 'packages-lock', about: 'versions 1 and 2' },
  { file: 'mix.lock', type: 'hex', rank: 0, format: 'mix-lock', about: 'Hex and git packages' },
  { file: 'pubspec.lock', type: 'pub', rank: 0, format: 'pubspec-lock', about: 'with workspaces' },
  {
    file: 'Package.resolved',
    type: 'swift',
    rank: 0,
    format: 'package-resolved',
    isComplementary: true,
    inSharedFolder: true,
    about: 'versions 1 to 3, also of Xcode projects',
  },
] as const satisfies readonly LockfileRow[];

/** Formats with a reader. */
export type LockfileFormat = Extract<(typeof lockfileRows)[number], { format: string }>['format'];

/** The table of build files; their readers are in readers.ts by type. */
export const buildFileRows: readonly BuildFileRow[] = [
  {
    file: 'pom.xml',
    type: 'maven',
    marksProject: true,
    isStandalone: true,
    about: 'with parents and BOMs of the repository',
  },
  {
    file: 'build.gradle',
    type: 'gradle',
    marksProject: true,
    isStandalone: true,
    about: 'literal declarations',
  },
  {
    file: 'build.gradle.kts',
    type: 'gradle',
    marksProject: true,
    isStandalone: true,
    about: 'literal declarations',
  },
  { file: 'settings.gradle', type: 'gradle', marksProject: true, about: 'literal declarations' },
  { file: 'settings.gradle.kts', type: 'gradle', marksProject: true, about: 'literal declarations' },
  {
    file: /^.{0,120}\.gradle(?:\.kts)?$/,
    label: '*.gradle, *.gradle.kts',
    type: 'gradle',
    about: 'literal declarations',
  },
  {
    file: /(?:^|\/)gradle\/[\w-]{1,60}\.versions\.toml$/,
    isPath: true,
    label: 'gradle/*.versions.toml',
    type: 'gradle',
    inSharedFolder: true,
    about: 'version catalogs',
  },
  {
    file: /^.{1,120}\.(?:csproj|fsproj|vbproj)$/,
    label: '*.csproj, *.fsproj, *.vbproj',
    type: 'nuget',
    marksProject: true,
    about: 'package references with imports',
  },
  {
    file: 'packages.config',
    type: 'nuget',
    marksProject: true,
    isStandalone: true,
    about: 'all installed packages',
  },
  { file: 'Directory.Build.props', type: 'nuget', marksProject: true, about: 'shared properties' },
  { file: 'Directory.Build.targets', type: 'nuget', marksProject: true, about: 'shared properties' },
  { file: 'Directory.Packages.props', type: 'nuget', marksProject: true, about: 'central package versions' },
];

/** The table of manifests. */
export const manifestRows: readonly ManifestRow[] = [
  { file: 'package.json', type: 'npm' },
  { file: 'pyproject.toml', type: 'pypi' },
  { file: 'Pipfile', type: 'pypi' },
  { file: 'setup.py', type: 'pypi' },
  { file: 'setup.cfg', type: 'pypi' },
  { file: 'Cargo.toml', type: 'cargo' },
  { file: 'Gemfile', type: 'rubygems' },
  { file: 'gems.rb', type: 'rubygems' },
  { file: 'composer.json', type: 'composer' },
  { file: 'mix.exs', type: 'hex' },
  { file: 'pubspec.yaml', type: 'pub' },
  { file: 'Package.swift', type: 'swift' },
  { file: /^.{1,120}\.slnx?$/, label: '*.sln, *.slnx', type: 'nuget' },
];

/** Folders for dependency files of the directory above: pip's, Gradle's, and those of Xcode. */
export const sharedFolders: readonly RegExp[] = [
  /(?:^|\/)requirements\/$/,
  /(?:^|\/)gradle\/$/,
  /(?:^|\/)[^/]{1,200}\.xcodeproj\/project\.xcworkspace\/xcshareddata\/swiftpm\/$/,
  /(?:^|\/)[^/]{1,200}\.xcworkspace\/xcshareddata\/swiftpm\/$/,
];
