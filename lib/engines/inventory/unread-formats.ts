import { isThirdPartyPath } from '../units/discover-units.ts';
import { baseNameOf, directoryOf, siblingPath } from '../units/paths.ts';
import { projectDirectoryOf, recognizeLockfile } from '../units/recognize-file.ts';
import { unreadKindOf, type UnreadKind } from '../units/unread-kinds.ts';
import type { Inventory } from '../model/component.ts';
import { CoveredProjects } from './julia/covered-projects.ts';
import type { UnitType } from '../model/project-unit.ts';

const maxNames = 10;

/** The lockfiles that lock each manifest next to them. */
const locks: ReadonlyMap<string, string> = new Map([
  ['deno.json', 'deno.lock'],
  ['deno.jsonc', 'deno.lock'],
  ['pixi.toml', 'pixi.lock'],
]);

/** The paths of a unit. */
class UnitPaths {
  readonly all: ReadonlySet<string>;
  #locked: ReadonlySet<string> | undefined;

  constructor(paths: Iterable<string>) {
    this.all = new Set(paths);
  }

  /** Returns whether a directory has a lockfile of a type. */
  hasLock(directory: string, type: UnitType): boolean {
    this.#locked ??= new Set(
      [...this.all].flatMap((path) => {
        const lock = recognizeLockfile(path);
        return lock ? [`${projectDirectoryOf(path)}\n${lock.type}`] : [];
      }),
    );
    return this.#locked.has(`${directory}\n${type}`);
  }

  hasFile(directory: string, name: string): boolean {
    return this.all.has(directory + name);
  }
}

/** Lists a directory and those above it. */
const directoriesFrom = (directory: string): string[] => {
  const found = [directory];
  for (let at = directory; at !== ''; found.push(at)) at = directoryOf(at.slice(0, -1));
  return found;
};

/** Returns whether a lockfile, or a manifest that is told in its place, covers a manifest. */
const isCovered = (path: string, lockedBy: UnreadKind['lockedBy'], paths: UnitPaths): boolean => {
  if (!lockedBy) return false;
  const { type, isAbove, manifests = [] } = lockedBy;
  const directory = directoryOf(path);
  // The files of an Xcode project belong to the folder above it.
  const own = directory.endsWith('.xcodeproj/') ? directoryOf(directory.slice(0, -1)) : directory;
  return (isAbove ? directoriesFrom(own) : [own]).some(
    (place) => paths.hasLock(place, type) || manifests.some((name) => paths.hasFile(place, name)),
  );
};

/** Returns whether a lockfile next to it, or a compiled `requirements.in`, covers the requests of a manifest. */
const isLocked = (path: string, paths: UnitPaths): boolean => {
  const name = baseNameOf(path);
  // The lockfile does not list the plugins of the build, of which only those stated as plain texts are read.
  if (name.endsWith('.sbt'))
    return (
      !/(?:^|\/)project\//.test(path) &&
      directoriesFrom(directoryOf(path)).some((directory) => paths.hasFile(directory, 'build.sbt.lock'))
    );
  if (/(?:^|\.)opam$/.test(name)) return paths.all.has(`${path}.locked`);
  const lock = locks.get(name);
  if (lock !== undefined)
    return paths.all.has(siblingPath(path, lock)) || (name !== 'pixi.toml' && paths.all.has(lock));
  return (
    path.endsWith('.in') &&
    ['.txt', '.lock'].some((end) => paths.all.has(`${path.slice(0, -'.in'.length)}${end}`))
  );
};

interface Files {
  entries: readonly { path: string; sizeBytes: number }[];
  /** Files that were read for their pins alone. */
  read: ReadonlySet<string>;
  readText: (path: string) => string | undefined;
}

/** Returns the kind of a file that is not read although nothing else says what is in it. */
const kindOf = (
  { path, sizeBytes }: Files['entries'][number],
  { paths, projects }: { paths: UnitPaths; projects: CoveredProjects },
  { read, readText }: Files,
): string | undefined => {
  const found = sizeBytes === 0 || isThirdPartyPath(path) ? undefined : unreadKindOf(path);
  if (!found || read.has(path)) return undefined;
  if (isLocked(path, paths) || isCovered(path, found.lockedBy, paths)) return undefined;
  if (found.lockedBy?.type === 'julia' && projects.has(path)) return undefined;
  if (!found.states) return found.kind;
  const text = readText(path);
  // A file that cannot be read, because it is too large, may state anything.
  return text === undefined || found.states.test(text) ? found.kind : undefined;
};

/**
 * Returns the dependency files that are recognized by name and not read, one entry per kind with the names of the
 * first files.
 */
export const unreadFormats = (files: Files): Inventory['unread'] => {
  const paths = new UnitPaths(files.entries.map(({ path }) => path));
  const covering = { paths, projects: new CoveredProjects(paths.all, files.readText) };
  const byKind = new Map<string, string[]>();
  for (const entry of files.entries) {
    const kind = kindOf(entry, covering, files);
    if (kind === undefined) continue;
    const found = byKind.get(kind);
    if (found) found.push(entry.path);
    else byKind.set(kind, [entry.path]);
  }
  return [...byKind].map(([kind, found]) => {
    const [file = '', ...more] = found;
    const names = more.slice(0, maxNames).join(', ');
    const others =
      more.length > 0
        ? `, nor ${more.length === 1 ? 'is' : 'are'} ${more.length} more: ${names}${more.length > maxNames ? ', …' : ''}`
        : '';
    return { file, reason: `it is not read (${kind})${others}` };
  });
};
