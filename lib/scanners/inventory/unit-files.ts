import { buildFileAt, type BuildType } from '../../domain/scans/build-file.ts';
import { placeOf } from '../../domain/scans/dependency-file.ts';
import { isForeign } from '../../domain/scans/find-units.ts';
import type { UnitType } from '../../domain/scans/project-unit.ts';
import type { Files } from '../engine.ts';
import { decodeText, lockfileText, maxFileBytes } from './decode-text.ts';
import { groupLockfiles, type LockfileGroup } from './pick-lockfiles.ts';
import { directoryOf } from './unit-path.ts';
import { UnreadableFile } from './unreadable-file.ts';

const maxManifestBytes = 4 * 1024 * 1024;
const maxManifests = 2000;

/** The files of one build system in a unit that no lockfile beside them speaks for, nearest to the root first. */
export interface BuildGroup {
  type: BuildType;
  paths: string[];
  /** Other projects of the unit have a lockfile of this build system. */
  partlyLocked: boolean;
}

const depthOf = (path: string): number => path.split('/').length;

const baseNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The files of a unit, as far as reading its dependencies needs them. */
export class UnitFiles {
  readonly groups: readonly LockfileGroup[];
  readonly #files: Files;
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #claimed: ReadonlySet<string>;
  readonly #byName = new Map<string, string[]>();

  constructor(files: Files) {
    this.#files = files;
    this.#sizes = new Map(files.entries.map(({ path, sizeBytes }) => [path, sizeBytes]));
    this.groups = groupLockfiles(this.#sizes.keys());
    this.#claimed = new Set(this.groups.map(({ directory, type }) => `${directory}\n${type}`));
  }

  get paths(): Iterable<string> {
    return this.#sizes.keys();
  }

  get builds(): BuildGroup[] {
    const builds = new Map<BuildType, BuildGroup>();
    for (const path of this.#sizes.keys()) {
      const type = isForeign(path) ? undefined : buildFileAt(path);
      if (!type || this.#claimed.has(`${placeOf(path)}\n${type}`)) continue;
      const partlyLocked = this.groups.some((group) => group.type === type);
      const build = builds.get(type) ?? { type, paths: [], partlyLocked };
      builds.set(type, build);
      build.paths.push(path);
    }
    for (const { paths } of builds.values())
      paths.sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : Number(a > b)));
    return [...builds.values()];
  }

  /** A file of a build. @throws UnreadableFile */
  buildFile(path: string): string {
    const size = this.#sizes.get(path);
    if (size === undefined) throw new UnreadableFile('it is not in this unit');
    if (size > maxManifestBytes) throw new UnreadableFile('it is larger than 4 MB');
    const text = decodeText(this.#files.read(path));
    // A script without a line is a script, and says nothing.
    return text.trim() === '' ? text : lockfileText(text);
  }

  /** @throws UnreadableFile */
  lockfile(path: string): string {
    if ((this.#sizes.get(path) ?? 0) > maxFileBytes) throw new UnreadableFile('it is larger than 64 MB');
    return decodeText(this.#files.read(path));
  }

  /** A file that helps to understand a lockfile; undefined when it is not there, too large or no text. */
  manifest(path: string): string | undefined {
    const size = this.#sizes.get(path);
    if (size === undefined || size > maxManifestBytes) return undefined;
    try {
      return decodeText(this.#files.read(path));
    } catch {
      return undefined;
    }
  }

  /** Whether a lockfile of the type stands in the file's directory or above it, but below `within`. */
  isClaimed(path: string, type: UnitType, within?: string): boolean {
    let directory = directoryOf(path);
    while (directory !== within) {
      if (this.#claimed.has(`${directory}\n${type}`)) return true;
      if (directory === '') return false;
      directory = directoryOf(directory.slice(0, -1));
    }
    return false;
  }

  /** Files of a name (`*.ext`: of an ending) in the group's directory and below that no other lockfile claims, nearest first. */
  beside({ directory, type }: LockfileGroup, name: string): string[] {
    return this.#named(name)
      .filter((path) => path.startsWith(directory) && !this.isClaimed(path, type, directory))
      .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
      .slice(0, maxManifests);
  }

  #named(name: string): string[] {
    const known = this.#byName.get(name);
    if (known) return known;
    const isNamed = (path: string): boolean =>
      name.startsWith('*') ? path.endsWith(name.slice(1)) : baseNameOf(path) === name;
    const found = [...this.#sizes.keys()].filter((path) => isNamed(path) && !isForeign(path));
    this.#byName.set(name, found);
    return found;
  }
}
