import { recognizeBuildFile, recognizeBuildManifest, standaloneBuildFiles } from './build-file.ts';
import type { UnitType } from '../model/project-unit.ts';

/** The dependency files that are recognised by name, and what is read from them today. */
export type LockfileFormat =
  | 'package-lock'
  | 'yarn'
  | 'pnpm-lock'
  | 'requirements'
  | 'poetry-lock'
  | 'uv-lock'
  | 'pipfile-lock'
  | 'go-mod'
  | 'bun-lock'
  | 'pdm-lock'
  | 'cargo-lock'
  | 'gemfile-lock'
  | 'composer-lock'
  | 'gradle-lockfile'
  | 'packages-lock'
  | 'mix-lock'
  | 'pubspec-lock'
  | 'package-resolved';

export interface DependencyFile {
  type: UnitType;
  /** Of several in one directory, the one with the lowest rank speaks for the unit. */
  rank: number;
  /** Absent for a recognized format without a reader; such files are listed in `coverage`. */
  format?: LockfileFormat;
}

const lockfiles: Record<string, DependencyFile> = {
  'npm-shrinkwrap.json': { type: 'npm', rank: 0, format: 'package-lock' },
  'package-lock.json': { type: 'npm', rank: 1, format: 'package-lock' },
  'pnpm-lock.yaml': { type: 'npm', rank: 2, format: 'pnpm-lock' },
  'yarn.lock': { type: 'npm', rank: 3, format: 'yarn' },
  'bun.lock': { type: 'npm', rank: 4, format: 'bun-lock' },
  'bun.lockb': { type: 'npm', rank: 5 },
  'uv.lock': { type: 'pypi', rank: 0, format: 'uv-lock' },
  'poetry.lock': { type: 'pypi', rank: 1, format: 'poetry-lock' },
  'pdm.lock': { type: 'pypi', rank: 2, format: 'pdm-lock' },
  'Pipfile.lock': { type: 'pypi', rank: 3, format: 'pipfile-lock' },
  'requirements.txt': { type: 'pypi', rank: 4, format: 'requirements' },
  'pylock.toml': { type: 'pypi', rank: 6 },
  'go.mod': { type: 'go', rank: 0, format: 'go-mod' },
  'Cargo.lock': { type: 'cargo', rank: 0, format: 'cargo-lock' },
  'Gemfile.lock': { type: 'rubygems', rank: 0, format: 'gemfile-lock' },
  'gems.locked': { type: 'rubygems', rank: 1, format: 'gemfile-lock' },
  'composer.lock': { type: 'composer', rank: 0, format: 'composer-lock' },
  'gradle.lockfile': { type: 'gradle', rank: 0, format: 'gradle-lockfile' },
  'buildscript-gradle.lockfile': { type: 'gradle', rank: 0, format: 'gradle-lockfile' },
  'packages.lock.json': { type: 'nuget', rank: 0, format: 'packages-lock' },
  'mix.lock': { type: 'hex', rank: 0, format: 'mix-lock' },
  'pubspec.lock': { type: 'pub', rank: 0, format: 'pubspec-lock' },
  'Package.resolved': { type: 'swift', rank: 0, format: 'package-resolved' },
};

const manifests: Record<string, UnitType> = {
  'package.json': 'npm',
  'pyproject.toml': 'pypi',
  Pipfile: 'pypi',
  'setup.py': 'pypi',
  'setup.cfg': 'pypi',
  'Cargo.toml': 'cargo',
  Gemfile: 'rubygems',
  'gems.rb': 'rubygems',
  'composer.json': 'composer',
  'mix.exs': 'hex',
  'pubspec.yaml': 'pub',
  'Package.swift': 'swift',
};

/** `requirements-dev.txt`, `dev_requirements.txt`, `requirements.lock.txt` … : the same format under a freer name. */
const requirementsName = /^(?:[\w.-]{1,40}[-_.])?requirements(?:[-_.][\w.-]{1,40})?\.(?:txt|lock)$/;
/** One file per purpose in a folder: `requirements/base.txt`, `requirements/dev.txt`. */
const requirementsFolder = /(?:^|\/)requirements\/[\w.-]{1,60}\.txt$/;
/** Folders that keep a file for the directory around them: pip's, Gradle's, and those that Xcode makes. */
const keepers: readonly RegExp[] = [
  /(?:^|\/)requirements\/$/,
  /(?:^|\/)gradle\/$/,
  /(?:^|\/)[^/]{1,200}\.xcodeproj\/project\.xcworkspace\/xcshareddata\/swiftpm\/$/,
  /(?:^|\/)[^/]{1,200}\.xcworkspace\/xcshareddata\/swiftpm\/$/,
];

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The lockfile a path names, or undefined. `format` is absent where the file is recognised but not yet read. */
export const recognizeLockfile = (path: string): DependencyFile | undefined => {
  const name = baseName(path);
  if (Object.hasOwn(lockfiles, name)) return lockfiles[name];
  return requirementsName.test(name) || requirementsFolder.test(path)
    ? { type: 'pypi', rank: 5, format: 'requirements' }
    : undefined;
};

/** The ecosystem a manifest path names, or undefined. */
export const recognizeManifest = (path: string): UnitType | undefined => {
  const name = baseName(path);
  return Object.hasOwn(manifests, name) ? manifests[name] : recognizeBuildManifest(path);
};

/** Returns whether dependencies can be read from a file of this name. */
export const hasReadableDependencies = (path: string): boolean =>
  recognizeLockfile(path)?.format !== undefined || recognizeBuildFile(path) !== undefined;

/**
 * Returns the directory a dependency file belongs to, '' or with a trailing slash: its own, or the one above a
 * folder that holds such files.
 */
export const projectDirectoryOf = (path: string): string => {
  const directory = path.slice(0, path.lastIndexOf('/') + 1);
  const isKept =
    recognizeLockfile(path)?.format === 'requirements' ||
    baseName(path) === 'Package.resolved' ||
    path.endsWith('.versions.toml');
  const keeper = isKept ? keepers.find((each) => each.test(directory)) : undefined;
  const at = keeper ? directory.search(keeper) : -1;
  if (at === -1) return directory;
  return at === 0 ? '' : directory.slice(0, at + 1);
};

/** File names that `lockfile.path` may end with, for messages. */
export const readableFileNames: readonly string[] = [
  ...Object.entries(lockfiles)
    .filter(([, file]) => file.format)
    .map(([name]) => name),
  ...standaloneBuildFiles,
];
