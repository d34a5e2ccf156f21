import type { UnitType } from './project-unit.ts';

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
  | 'composer-lock';

export interface DependencyFile {
  type: UnitType;
  /** Of several in one directory, the one with the lowest rank speaks for the unit. */
  rank: number;
  /** Absent: recognised, but not read yet; it is named in `coverage`. */
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
  'go.mod': { type: 'go', rank: 0, format: 'go-mod' },
  'Cargo.lock': { type: 'cargo', rank: 0, format: 'cargo-lock' },
  'Gemfile.lock': { type: 'rubygems', rank: 0, format: 'gemfile-lock' },
  'gems.locked': { type: 'rubygems', rank: 1, format: 'gemfile-lock' },
  'composer.lock': { type: 'composer', rank: 0, format: 'composer-lock' },
  'gradle.lockfile': { type: 'gradle', rank: 0 },
  'packages.lock.json': { type: 'nuget', rank: 0 },
  'mix.lock': { type: 'hex', rank: 0 },
  'pubspec.lock': { type: 'pub', rank: 0 },
  'Package.resolved': { type: 'swift', rank: 0 },
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
  'pom.xml': 'maven',
  'build.gradle': 'gradle',
  'build.gradle.kts': 'gradle',
  'mix.exs': 'hex',
  'pubspec.yaml': 'pub',
  'Package.swift': 'swift',
};

/** `requirements-dev.txt`, `dev-requirements.txt`, `requirements.lock.txt` … : the same format under a freer name. */
const requirementsName = /^(?:[\w.]{1,40}-)?requirements(?:[-_.][\w.-]{1,40})?\.(?:txt|lock)$/;
/** The habit of one file per purpose in a folder: `requirements/base.txt`, `requirements/dev.txt`. */
const requirementsFolder = /(?:^|\/)requirements\/[\w.-]{1,60}\.txt$/;
const solutionName = /^.{1,120}\.(?:csproj|fsproj|vbproj)$/;

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The lockfile a path names, or undefined. `format` is absent where the file is recognised but not yet read. */
export const lockfileAt = (path: string): DependencyFile | undefined => {
  const name = baseName(path);
  if (Object.hasOwn(lockfiles, name)) return lockfiles[name];
  return requirementsName.test(name) || requirementsFolder.test(path)
    ? { type: 'pypi', rank: 5, format: 'requirements' }
    : undefined;
};

/** The ecosystem a manifest path names, or undefined. */
export const manifestAt = (path: string): UnitType | undefined => {
  const name = baseName(path);
  if (Object.hasOwn(manifests, name)) return manifests[name];
  return solutionName.test(name) ? 'nuget' : undefined;
};

/** File names that `lockfile.path` may end with, for messages. */
export const readableLockfiles: readonly string[] = Object.entries(lockfiles)
  .filter(([, file]) => file.format)
  .map(([name]) => name);
