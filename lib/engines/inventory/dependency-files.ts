import { posix } from 'node:path';
import { isThirdPartyPath } from '../units/discover-units.ts';
import {
  isBuildType,
  projectDirectoryOf,
  recognizeBuildFile,
  recognizeLockfile,
  recognizeManifest,
} from '../units/recognize-file.ts';
import type { UnitType } from '../model/project-unit.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { decodeText, checkLockfileText, maxFileBytes } from './parse/decode-text.ts';
import type { BuildType } from './formats/rows.ts';
import { groupLockfiles, type LockfileGroup } from './group-lockfiles.ts';
import { baseNameOf, directoryOf } from '../units/paths.ts';
import { MissingFile } from './parse/missing-file.ts';
import { UnreadableFile } from './parse/unreadable-file.ts';
import { bunLockOf } from './bun/bun-lockb.ts';

const maxManifestBytes = 4 * 1024 * 1024;
const maxManifests = 2000;
const maxSameName = 50;

/** The files of one build system that no lockfile in the same directory covers, nearest to the root first. */
export interface BuildGroup {
  type: BuildType;
  paths: string[];
  /** The directories in which a lockfile has the plugins of the build. */
  lockedPlugins: ReadonlySet<string>;
  /** True if other projects of the unit have a lockfile of this build system. */
  isPartlyLocked: boolean;
}

const depthOf = (path: string): number => path.split('/').length;

/** Returns whether a file that a command installs from is read, or told, by its own name. */
const isReadForItself = (path: string, takesProjects: boolean): boolean =>
  !isThirdPartyPath(path) &&
  (recognizeLockfile(path)?.format === 'requirements' ||
    (takesProjects && recognizeManifest(path) !== undefined));

const lockedPaths = ({ alternatives }: LockfileGroup): string[] => alternatives.flatMap(({ paths }) => paths);

const locksPluginsOnly = (path: string): boolean => recognizeLockfile(path)?.locksPluginsOnly === true;

/** Returns whether a group has more than the plugins of a build. */
const locksProject = (group: LockfileGroup): boolean =>
  !lockedPaths(group).every((path) => locksPluginsOnly(path));

/** Finds and reads the dependency files of a unit. */
export class DependencyFiles {
  readonly groups: readonly LockfileGroup[];
  /** Files that were requested along with a lockfile, are there and cannot be read, with the reason. */
  readonly unreadable = new Map<string, string>();
  readonly readText = (path: string): string | undefined => this.manifest(path);
  readonly #files: SourceFiles;
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #locked: ReadonlySet<string>;
  /** The paths outside of third-party code by their names, and by the extensions that were asked for. */
  #byName: ReadonlyMap<string, string[]> | undefined;
  #thirdPartyByName: ReadonlyMap<string, string[]> | undefined;
  readonly #byExtension = new Map<string, string[]>();

  constructor(files: SourceFiles) {
    this.#files = files;
    this.#sizes = new Map(files.entries.map(({ path, sizeBytes }) => [path, sizeBytes]));
    this.groups = groupLockfiles(this.#sizes.keys());
    this.#locked = new Set(
      this.groups.filter(locksProject).map(({ directory, type }) => `${directory}\n${type}`),
    );
  }

  get paths(): Iterable<string> {
    return this.#sizes.keys();
  }

  /** The paths outside of third-party code and test data. */
  get ownPaths(): string[] {
    return [...this.#sizes.keys()].filter((path) => !isThirdPartyPath(path));
  }

  /** The manifests without a lockfile at or above them. */
  get unlockedManifests(): string[] {
    return this.ownPaths.filter((path) => {
      const type = recognizeManifest(path);
      return type && !isBuildType(type) && !this.isLocked(path, type);
    });
  }

  get builds(): BuildGroup[] {
    const builds = new Map<BuildType, BuildGroup>();
    const withPlugins = this.groups.filter((group) => lockedPaths(group).some(locksPluginsOnly));
    const lockedPlugins = new Set(withPlugins.map(({ directory }) => directory));
    for (const path of this.#sizes.keys()) {
      const type = isThirdPartyPath(path) ? undefined : recognizeBuildFile(path);
      if (!type || this.#locked.has(`${projectDirectoryOf(path)}\n${type}`)) continue;
      const isPartlyLocked = this.groups.some((group) => group.type === type && locksProject(group));
      const build = builds.get(type) ?? { type, paths: [], isPartlyLocked, lockedPlugins };
      builds.set(type, build);
      build.paths.push(path);
    }
    for (const { paths } of builds.values())
      paths.sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : Number(a > b)));
    return [...builds.values()];
  }

  /** Reads a file of a build. @throws UnreadableFile */
  buildFile(path: string): string {
    const size = this.#sizes.get(path);
    if (size === undefined) throw new MissingFile('it is not in this unit');
    if (size > maxManifestBytes) throw new UnreadableFile('it is larger than 4 MB');
    const text = decodeText(this.#files.read(path));
    // An empty script is valid and declares nothing.
    return text.trim() === '' ? text : checkLockfileText(text);
  }

  /** Reads a lockfile; a binary one is converted to the equivalent text. @throws UnreadableFile */
  lockfile(path: string): string {
    if ((this.#sizes.get(path) ?? 0) > maxFileBytes) throw new UnreadableFile('it is larger than 64 MB');
    const bytes = this.#files.read(path);
    return recognizeLockfile(path)?.isBinary ? bunLockOf(bytes) : decodeText(bytes);
  }

  /** Reads a file that supplements a lockfile; undefined when it is missing or, which is recorded, unreadable. */
  manifest(path: string): string | undefined {
    const size = this.#sizes.get(path);
    if (size === undefined) return undefined;
    try {
      if (size > maxManifestBytes) throw new UnreadableFile('it is larger than 4 MB');
      return decodeText(this.#files.read(path));
    } catch (error) {
      const reason = error instanceof UnreadableFile ? error.message : 'it could not be read';
      this.unreadable.set(path, reason);
      return undefined;
    }
  }

  /** Reads a file whose name does not announce dependencies as whatever text it has; undefined when it is too large. */
  looseText(path: string): string | undefined {
    if ((this.#sizes.get(path) ?? 0) > maxManifestBytes) return this.manifest(path);
    return decodeText(this.#files.read(path).filter((byte) => byte !== 0));
  }

  /** True if a lockfile of the type is in the file's directory or above it, but below `within`. */
  isLocked(path: string, type: UnitType, within?: string): boolean {
    let directory = directoryOf(path);
    while (directory !== within) {
      if (this.#locked.has(`${directory}\n${type}`)) return true;
      if (directory === '') return false;
      directory = directoryOf(directory.slice(0, -1));
    }
    return false;
  }

  /**
   * Lists files with a name (`*.ext`: an extension) in the group's directory or below that no other lockfile
   * covers, nearest first. Those that are too many are recorded.
   */
  findNearby({ directory, type }: LockfileGroup, name: string, folder = ''): string[] {
    const found = this.#named(name)
      .filter((path) => path.startsWith(directory + folder) && !this.isLocked(path, type, directory))
      .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    const left = found[maxManifests];
    if (left !== undefined)
      this.unreadable.set(left, `only the first ${maxManifests} of ${found.length} such files are read`);
    return found.slice(0, maxManifests);
  }

  /**
   * Returns the files that a command in a file may name, relative to it, without those that are read for themselves; the name
   * itself if there are none. Where the command runs is unknown and files may be copied, so the one at the place that is named
   * comes first, and those of the same name follow: of third-party code if their folder is named, too, or no other file is.
   * @param takesProjects whether the command takes the manifest of a project for what it is.
   */
  filesNamed(from: string, name: string, takesProjects = false): string[] {
    const place = posix.join(directoryOf(from), name);
    const base = baseNameOf(name);
    this.#thirdPartyByName ??= Map.groupBy([...this.#sizes.keys()].filter(isThirdPartyPath), baseNameOf);
    const [own, others] = [this.#named(base), this.#thirdPartyByName.get(base) ?? []];
    const inFolder = name.split('/').slice(-2).join('/');
    const foreign = others.filter(
      (path) => own.length === 0 || (inFolder !== base && `/${path}`.endsWith(`/${inFolder}`)),
    );
    const there = new Set([...(this.#sizes.has(place) ? [place] : []), ...own, ...foreign]);
    if (there.size === 0) return [name];
    const found = [...there].filter((path) => !isReadForItself(path, takesProjects));
    const left = found[maxSameName];
    if (left !== undefined)
      this.unreadable.set(
        left,
        `only the first ${maxSameName} of ${found.length} files of this name are read`,
      );
    return found.slice(0, maxSameName).map((path) => posix.relative(directoryOf(from), path));
  }

  #named(name: string): readonly string[] {
    if (!name.startsWith('*')) {
      this.#byName ??= Map.groupBy(this.ownPaths, baseNameOf);
      return this.#byName.get(name) ?? [];
    }
    const known = this.#byExtension.get(name);
    const found = known ?? this.ownPaths.filter((path) => path.toLowerCase().endsWith(name.slice(1)));
    this.#byExtension.set(name, found);
    return found;
  }
}
