import type { ComponentHash, DependencyScope, Ecosystem, SourcePackage } from '../model/component.ts';
import { registryWithoutAdvisories } from '../purl/without-advisories.ts';
import type { Notes } from './gap-notes.ts';

/** The source of a package that is not from its ecosystem's registry. */
interface Origin {
  kind: 'git' | 'url';
  url: string;
}

/** One package as the file states it. */
export interface FoundPackage {
  /** Identifies it within the file; edges and roots refer to it. */
  key: string;
  /**
   * Absent when no registry with advisories has it: a local path, a language runtime, or a registry in
   * without-advisories.ts, for which `purl` is stated.
   */
  ecosystem?: Ecosystem;
  name: string;
  version?: string;
  /** The source package of a distribution's package, when its name or version differs. */
  sourcePackage?: SourcePackage;
  /** Set where advisories may name the source package of a distribution's package, and none is stated. */
  lacksSource?: true;
  /** The reason why an operating system's package has no ecosystem. */
  unassessed?: string;
  /** As stated in the file; otherwise it is built from ecosystem, name and version. */
  purl?: string;
  /** A workspace member of this repository, or another local path. */
  local?: 'member' | 'path';
  /** Absent for the registry. */
  origin?: Origin;
  /** As stated in the file; otherwise it follows from the roots. */
  scope?: DependencyScope;
  license?: string;
  /** The registry's deprecation message for this version. */
  deprecated?: string;
  hashes?: ComponentHash[];
  /** Keys of hard dependencies; unknown keys are ignored. */
  dependsOn?: string[];
  /** Keys of dependencies that may be missing. */
  optionallyDependsOn?: string[];
  /** Set when it was read from another file than the lockfile itself (an include). */
  file?: string;
}

/** Keys of the direct dependencies of the unit. */
export interface Roots {
  required: string[];
  optional: string[];
  dev: string[];
}

export interface LockfileContent {
  packages: FoundPackage[];
  /** Absent when unknown: then packages that no other package depends on count as direct. */
  roots?: Roots;
  /** Set where no two packages have the same key. */
  hasDistinctKeys?: true;
}

export interface LockfileInput {
  /** Relative to the unit, POSIX. */
  path: string;
  /** Not empty, without byte order mark. */
  text: string;
  notes: Notes;
  /** Reads another file by its path in the unit; undefined when it is missing or not text. */
  readText(path: string): string | undefined;
  /**
   * Lists files with a name (`*.ext`: an extension) in the lockfile's directory or below, nearest first, unless
   * another lockfile covers them.
   * @param folder lists only those in a folder of that directory, which ends with a slash.
   */
  findNearby(name: string, folder?: string): readonly string[];
}

const identityOf = ({ ecosystem, name, version, purl, local, origin }: FoundPackage): string =>
  JSON.stringify([name, version, origin?.url, purl, ecosystem, local]);

/**
 * Returns the key of a package among others. Another package, version or source that has the key already hides neither of
 * them: of several entries a tool may take any.
 */
export const ownKey = (packages: ReadonlyMap<string, FoundPackage>, found: FoundPackage): string => {
  const known = packages.get(found.key);
  if (!known) return found.key;
  const identity = identityOf(found);
  return identity === identityOf(known) ? found.key : `${found.key}@${identity}`;
};

const originNames = { git: 'git', url: 'a URL' } as const;

/**
 * Reads one lockfile format. It is pure, and its time and memory are linear in the text.
 * @throws UnreadableFile when the text is not of the format.
 */
export type LockfileReader = (input: LockfileInput) => LockfileContent;

export const rootKinds = ['required', 'optional', 'dev'] as const;

export const emptyRoots = (): Roots => ({ required: [], optional: [], dev: [] });

/** Notes for each package why it cannot be fully assessed. */
export const noteUnassessed = (packages: readonly FoundPackage[], notes: Notes): void => {
  for (const { name, version, ecosystem, purl, local, origin, unassessed } of packages) {
    if (local === 'member') continue;
    if (local === 'path') notes.add('taken from a local path and not assessed', name);
    else if (unassessed !== undefined) notes.add(unassessed, purl ?? name);
    else if (!ecosystem) {
      // Where a registry has none at all, the engines that match advisories report it.
      if (registryWithoutAdvisories(purl) === undefined)
        notes.add('from no registry that has advisories', purl ?? name);
    } else if (origin) {
      const extent =
        version === undefined
          ? ' without a version, so not assessed'
          : ', so judged by name and version only';
      notes.add(`taken from ${originNames[origin.kind]}${extent}`, name);
    } else if (version === undefined) notes.add('no version is pinned', name);
  }
};

export const unreadableEntries = 'entries that could not be understood';

/** Hints at a file that is cut off or wrong. */
export const missingDependencies = 'dependencies that the file itself does not list';

/** The kind under which a missing part is noted that its tool always writes. */
export const signsOfCut = 'signs that the file is cut off';

/** A manifest that is present but damaged: its requests cannot be compared with the lockfile. */
export const unreadableManifests = 'manifests that cannot be read';

/** Requests of a manifest that is a program, which it does not state literally. */
export const computedRequests = 'dependencies that only running the manifest would reveal';

/** Notes that no manifest states what the project requests. The format alone does not show that its file is whole. */
export const noteUnconfirmed = (manifest: string, notes: Notes): void =>
  notes.add('it is not known to be whole, because its manifest is not there', manifest);

/** Notes a text whose last line is not terminated. Tools terminate it, so the rest of such a file is missing. */
export const noteOpenEnd = (text: string, notes: Notes): void => {
  // An expression would go through the whole text.
  if (!text.endsWith('\n') && !text.endsWith('\r')) notes.add(signsOfCut, 'the last line has no line break');
};

/**
 * Real lists with so many names extend beyond `r`: their last packages are called `tslib`, `winapi`, `yargs` or
 * `zod`.
 */
const manyNames = 40;
const firstLateLetter = 'r';

/** Notes a long alphabetical list that ends early in the alphabet: the rest is likely cut off. */
export const noteEarlyEnd = (names: readonly string[], notes: Notes): void => {
  const last = names.at(-1);
  if (last === undefined || names.length < manyNames || last.toLowerCase() >= firstLateLetter) return;
  const isSorted = names.every((name, at) => at === 0 || names[at - 1]! <= name);
  if (isSorted) notes.add(signsOfCut, `${names.length} names in alphabetical order end at ${last}`);
};
