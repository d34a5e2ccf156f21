import { UnreadableFile } from '../parse/unreadable-file.ts';
import { bunListsOf, sliceAt, type BunLists, type Slice } from './bun-layout.ts';

/** The bits of a dependency's behavior, and the manifest table that each stands for; a peer may also be optional. */
const tablesByBit = [
  [16, 'peerDependencies'],
  [4, 'optionalDependencies'],
  [8, 'devDependencies'],
] as const;
const optionalPeer = 4 | 16;
const ofWorkspaces = 32;

const digests: Readonly<Record<number, readonly [name: string, length: number]>> = {
  1: ['sha1', 20],
  2: ['sha256', 32],
  3: ['sha384', 48],
  4: ['sha512', 64],
};

const deepest = 64;
/** The limit of characters that are written, so that a few bytes cannot expand to many copies of one long list. */
const mostWritten = 32 * 1024 * 1024;

type Tables = Record<string, Record<string, string> | string[]>;

/** Counts the characters that are written. @throws UnreadableFile beyond the limit */
type Count = (characters: number) => void;

interface Dependency {
  name: string;
  range: string;
  behavior: number;
}

interface Read {
  lists: BunLists;
  /** The dependency tables of each package, in order. */
  tables: readonly Tables[];
  /** The rows of packages that occur in the installed trees. */
  placed: Set<number>;
  /** The number of characters in each of these tables. */
  lengths: readonly number[];
  count: Count;
}

const damaged = (): UnreadableFile => new UnreadableFile('it contradicts itself');

const dependencyAt = ({ dependencies: { view, size }, textAt }: BunLists, row: number): Dependency => {
  const at = row * size;
  return { name: textAt(view, at), range: textAt(view, at + 18), behavior: view.getUint8(at + 16) };
};

const withoutPrototype = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;

/** Returns the tables of a manifest for a range of dependencies. */
const tablesOf = (
  lists: BunLists,
  { offset, length }: Slice,
  { isRoot, count }: { isRoot: boolean; count: Count },
): Tables => {
  const tables = withoutPrototype<Record<string, string> | string[]>();
  const optionalPeers: string[] = [];
  for (let row = offset; row < offset + length; row += 1) {
    const { name, range, behavior } = dependencyAt(lists, row);
    count(name.length + range.length);
    // The root depends on its own workspaces, which no manifest states.
    if (isRoot && (behavior & ofWorkspaces) !== 0) continue;
    if ((behavior & optionalPeer) === optionalPeer) optionalPeers.push(name);
    const table = tablesByBit.find(([bit]) => (behavior & bit) !== 0)?.[1] ?? 'dependencies';
    const listed = (tables[table] ??= withoutPrototype<string>()) as Record<string, string>;
    listed[name] = range;
  }
  if (optionalPeers.length > 0) tables.optionalPeers = optionalPeers;
  return tables;
};

const versionOf = ({ packages: { resolved }, textAt }: BunLists, at: number): string => {
  const { view } = resolved;
  const numbers = [16, 20, 24].map((place) => view.getUint32(at + place, true)).join('.');
  const [tag, build] = [textAt(view, at + 32), textAt(view, at + 48)];
  return `${numbers}${tag === '' ? '' : `-${tag}`}${build === '' ? '' : `+${build}`}`;
};

const withoutPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : text;

/** Returns the source of a package in the notation of bun.lock. */
const specOf = (lists: BunLists, row: number): string => {
  const { view, size } = lists.packages.resolved;
  const at = row * size;
  const [first, second, third, fourth] = [8, 16, 24, 32].map((place) => () => lists.textAt(view, at + place));
  const commit = (): string => fourth!().split('-').at(-1) || third!();
  switch (view.getUint8(at)) {
    case 2:
      return versionOf(lists, at);
    case 4:
      return `file:${first!()}`;
    case 8:
    case 80:
      return first!();
    case 16:
      return `github:${first!()}/${second!()}#${commit()}`;
    case 24:
      return `gitlab:${first!()}/${second!()}#${commit()}`;
    case 32:
      return `git+${withoutPrefix(second!(), 'git+')}#${commit()}`;
    case 64:
      return `link:${first!()}`;
    case 72:
      return `workspace:${first!()}`;
    default:
      throw new UnreadableFile('a package is from an unknown source');
  }
};

const integrityOf = ({ packages: { meta } }: BunLists, row: number): string => {
  const at = row * meta.size + 20;
  const [name, length] = digests[meta.view.getUint8(at)] ?? [];
  if (name === undefined || length === undefined) return '';
  const bytes = new Uint8Array(meta.view.buffer, meta.view.byteOffset + at + 1, length);
  return `${name}-${Buffer.from(bytes).toString('base64')}`;
};

const entryOf = ({ lists, tables }: Read, row: number): unknown[] => {
  const { names } = lists.packages;
  const spec = `${lists.textAt(names.view, row * names.size)}@${specOf(lists, row)}`;
  return [spec, '', tables[row], integrityOf(lists, row)];
};

/**
 * Lists the packages in the trees of installed directories, by path; a package in no tree is listed by its name and
 * source.
 */
const packagesOf = (read: Read): Record<string, unknown[]> => {
  const { lists, placed, lengths, count } = read;
  const { trees, hoisted, resolutions, packages } = lists;
  const entries = withoutPrototype<unknown[]>();
  const paths: { path: string; depth: number }[] = [];
  let taken = 0;
  for (let tree = 0; tree < trees.count; tree += 1) {
    const [dependency, parent] = [4, 8].map((at) => trees.view.getUint32(tree * trees.size + at, true));
    const above = paths[parent!];
    if (tree > 0 && (!above || dependency! >= resolutions.count)) throw damaged();
    const prefix = above ? `${above.path}${dependencyAt(lists, dependency!).name}/` : '';
    const depth = (above?.depth ?? 0) + 1;
    const slice = sliceAt(trees.view, tree * trees.size + 12, hoisted);
    taken += slice.length;
    if (depth > deepest || taken > hoisted.count) throw damaged();
    paths.push({ path: prefix, depth });
    for (let at = slice.offset; at < slice.offset + slice.length; at += 1) {
      const wanted = hoisted.view.getUint32(at * 4, true);
      if (wanted >= resolutions.count) throw damaged();
      const row = resolutions.view.getUint32(wanted * 4, true);
      if (row >= packages.names.count) throw damaged();
      const path = `${prefix}${dependencyAt(lists, wanted).name}`;
      count(path.length + lengths[row]!);
      placed.add(row);
      if (row > 0) entries[path] = entryOf(read, row);
    }
  }
  for (let row = 1; row < packages.names.count; row += 1) {
    if (placed.has(row)) continue;
    const entry = entryOf(read, row);
    entries[String(entry[0]).slice(0, 255)] = entry;
  }
  return entries;
};

/**
 * Converts bun.lockb of Bun 0.6 to 1.1 to the text of an equivalent bun.lock: workspaces with their dependencies,
 * and every package with its place, source, digest and dependencies. Its length is limited, and with it time and
 * memory.
 * @throws UnreadableFile when the file is of another kind or version, is cut off or contradicts itself.
 */
export const bunLockOf = (bytes: Uint8Array): string => {
  const lists = bunListsOf(bytes);
  const { names, dependencies: slices, resolved } = lists.packages;
  const asked = Array.from({ length: names.count }, (_, row) =>
    sliceAt(slices.view, row * slices.size, lists.dependencies),
  );
  if (asked.reduce((sum, { length }) => sum + length, 0) > lists.dependencies.count) throw damaged();
  let written = 0;
  const count = (characters: number): void => {
    written += characters;
    if (written > mostWritten) throw damaged();
  };
  const lengths: number[] = [];
  const tables = asked.map((slice, row) => {
    const before = written;
    const table = tablesOf(lists, slice, { isRoot: row === 0, count });
    lengths.push(written - before);
    return table;
  });
  const packages = packagesOf({ lists, tables, placed: new Set(), lengths, count });
  const workspaces = withoutPrototype<unknown>();
  for (let row = 0; row < names.count; row += 1) {
    const at = row * resolved.size;
    if (row > 0 && resolved.view.getUint8(at) !== 72) continue;
    const path = row === 0 ? '' : lists.textAt(resolved.view, at + 8);
    workspaces[path] = { name: lists.textAt(names.view, row * names.size), ...tables[row] };
  }
  return `${JSON.stringify({ lockfileVersion: 1, workspaces, packages })}\n`;
};
