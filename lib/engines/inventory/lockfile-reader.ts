import type { ComponentHash, DependencyScope, Ecosystem } from '../model/component.ts';
import type { Notes } from './notes.ts';

/** Where a package comes from, when that is not its ecosystem's registry. */
interface Origin {
  kind: 'git' | 'url';
  url: string;
}

/** One package as a lockfile states it. */
export interface FoundPackage {
  /** Names it within the file; edges and roots use it. */
  key: string;
  /** Absent when no registry with advisories knows it: a local path, a language runtime. */
  ecosystem?: Ecosystem;
  name: string;
  version?: string;
  /** As the file states it; else it is made from ecosystem, name and version. */
  purl?: string;
  /** A workspace member of this repository, or a path in it or beside it. */
  local?: 'member' | 'path';
  /** Absent: the registry. */
  origin?: Origin;
  /** Where the file states it; else it follows from the roots. */
  scope?: DependencyScope;
  license?: string;
  /** The registry's word to those who still use this version. */
  deprecated?: string;
  hashes?: ComponentHash[];
  /** Keys; what names no package is dropped. */
  dependsOn?: string[];
  /** Keys of what may be missing. */
  optionallyDependsOn?: string[];
  /** When it was read from another file than the lockfile itself (an include). */
  file?: string;
}

/** Keys of what the unit itself depends on. */
export interface Roots {
  required: string[];
  optional: string[];
  dev: string[];
}

export interface LockfileContent {
  packages: FoundPackage[];
  /** Absent when nothing tells: then whatever no other package needs counts as direct. */
  roots?: Roots;
}

export interface LockfileInput {
  /** Relative to the unit, POSIX. */
  path: string;
  /** Not empty, without byte order mark. */
  text: string;
  notes: Notes;
  /** Another file of the unit, relative to the unit; undefined when it is not there or no text. */
  readText(path: string): string | undefined;
  /** Files of this name (`*.ext`: of this ending) beside the lockfile or below it, nearest first, that no other lockfile claims. */
  findNearby(name: string): readonly string[];
}

const originNames = { git: 'git', url: 'a URL' } as const;

/**
 * Reads one lockfile format. Pure; time and memory linear in the text.
 * @throws UnreadableFile when the text is not of the format.
 */
export type LockfileReader = (input: LockfileInput) => LockfileContent;

export const rootKinds = ['required', 'optional', 'dev'] as const;

export const emptyRoots = (): Roots => ({ required: [], optional: [], dev: [] });

/** Says of each package what keeps it from being judged in full. */
export const noteUnassessed = (packages: readonly FoundPackage[], notes: Notes): void => {
  for (const { name, version, ecosystem, purl, local, origin } of packages) {
    if (local === 'member') continue;
    if (local === 'path') notes.add('taken from a local path and not assessed', name);
    else if (!ecosystem) notes.add('from no registry that has advisories', purl ?? name);
    else if (version === undefined) notes.add('no version is pinned', name);
    else if (origin)
      notes.add(`taken from ${originNames[origin.kind]}, so judged by name and version only`, name);
  }
};

export const unreadableEntries = 'entries that could not be understood';

/** A file that is cut off, or lies. */
export const missingDependencies = 'dependencies that the file itself does not list';
