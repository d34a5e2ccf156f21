import { isThirdPartyPath } from '../units/discover-units.ts';
import { baseNameOf, directoryOf, siblingPath } from '../units/paths.ts';
import { unreadKindOf } from '../units/unread-kinds.ts';
import type { Inventory } from '../model/component.ts';

const maxNames = 10;

/** The lockfiles that lock each manifest next to them. */
const locks: ReadonlyMap<string, string> = new Map([
  ['deno.json', 'deno.lock'],
  ['deno.jsonc', 'deno.lock'],
  ['pixi.toml', 'pixi.lock'],
]);

/** Returns whether a lockfile is in the directory of a file or above it. */
const hasLockAbove = (path: string, lock: string, paths: ReadonlySet<string>): boolean => {
  for (let directory = directoryOf(path); ; directory = directoryOf(directory.slice(0, -1))) {
    if (paths.has(`${directory}${lock}`)) return true;
    if (directory === '') return false;
  }
};

/** Returns whether a lockfile next to it, or a compiled `requirements.in`, covers the requests of a manifest. */
const isLocked = (path: string, paths: ReadonlySet<string>): boolean => {
  const name = baseNameOf(path);
  // The lockfile does not list the plugins of the build, of which only those stated as plain texts are read.
  if (name.endsWith('.sbt'))
    return !/(?:^|\/)project\//.test(path) && hasLockAbove(path, 'build.sbt.lock', paths);
  const lock = locks.get(name);
  if (lock !== undefined)
    return paths.has(siblingPath(path, lock)) || (name !== 'pixi.toml' && paths.has(lock));
  return (
    path.endsWith('.in') &&
    ['.txt', '.lock'].some((end) => paths.has(`${path.slice(0, -'.in'.length)}${end}`))
  );
};

/**
 * Returns the dependency files that are recognized by name and not read, one entry per kind with the names of the
 * first files.
 * @param read files that were read for their pins alone.
 */
export const unreadFormats = (
  entries: readonly { path: string; sizeBytes: number }[],
  read: ReadonlySet<string> = new Set(),
): Inventory['unread'] => {
  const paths = new Set(entries.map(({ path }) => path));
  const byKind = new Map<string, string[]>();
  for (const { path, sizeBytes } of entries) {
    const kind = sizeBytes === 0 || isThirdPartyPath(path) ? undefined : unreadKindOf(path);
    if (kind === undefined || read.has(path) || isLocked(path, paths)) continue;
    const found = byKind.get(kind);
    if (found) found.push(path);
    else byKind.set(kind, [path]);
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
