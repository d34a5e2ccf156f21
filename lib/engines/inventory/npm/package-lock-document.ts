import { Notes } from '../gap-notes.ts';
import { maxPackages } from '../package-limit.ts';
import { readJson } from '../parse/parse-document.ts';
import type { JsonCursor } from '../parse/json-cursor.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { scalar } from '../parse/pick-json.ts';
import { asTable } from '../parse/untrusted-value.ts';
import { isInstalled, isTooDeep } from './node-modules.ts';
import {
  entryOfTable,
  pickManifest,
  pickTree,
  readEntry,
  type LockEntries,
  type LockEntry,
} from './package-lock-entry.ts';
import { flattenDependencyTree } from './package-lock-tree.ts';

/** The content of an npm lockfile. */
interface LockDocument {
  /** The packages by location. */
  entries: LockEntries;
  /** True if they are in a flat table, as since version 2. */
  isFlat: boolean;
  /** The packages by location as old versions of npm read them, when the file has both forms. */
  oldEntries?: LockEntries;
}

const versions: readonly unknown[] = [1, 2, 3];

const readTable = (cursor: JsonCursor, notes: Notes): LockEntries | undefined => {
  if (!cursor.enterObject()) return undefined;
  const entries = new Map<string, LockEntry>();
  for (let location = cursor.nextKey(); location !== undefined; location = cursor.nextKey()) {
    if (entries.size >= maxPackages) notes.addOmitted(1);
    else if (isTooDeep(location)) noteTooDeep(notes, location);
    else {
      const { leftOut } = cursor;
      entries.set(
        location,
        isInstalled(location) ? readEntry(cursor) : entryOfTable(asTable(pickManifest(cursor)) ?? {}),
      );
      if (cursor.leftOut > leftOut) notes.add(tooLong, location || 'the project itself');
      continue;
    }
    cursor.skip();
  }
  return entries;
};

const noteTooDeep = (notes: Notes, location: string): void =>
  notes.add('nested too deeply to be read', location);

/** The kind under which a license, a message or settings are noted whose text is beyond its limit. */
const tooLong = 'entries with values that are too long to be read';

const readTree = (cursor: JsonCursor, notes: Notes): unknown => {
  const { leftOut } = cursor;
  const tree = pickTree(cursor);
  if (cursor.leftOut > leftOut) notes.add(tooLong, 'in the nested list of dependencies');
  return tree;
};

const entriesOfTree = (dependencies: unknown, notes: Notes): LockEntries => {
  const tree = flattenDependencyTree({ dependencies }, notes, (location) => noteTooDeep(notes, location));
  return new Map([...tree].map(([location, table]) => [location, entryOfTable(table)]));
};

/** Takes the lists of a lockfile, each at its place in the text. */
interface Lists {
  packages(cursor: JsonCursor): void;
  /** Returns whether there is a tree. */
  dependencies(cursor: JsonCursor): boolean;
}

/** Goes through a lockfile of a known version. @returns whether it has a tree. @throws UnreadableFile */
const readLists = (text: string, lists: Lists): boolean => {
  let lockfileVersion: unknown;
  let hasTree = false;
  readJson(text, (cursor) => {
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
      if (key === 'packages') lists.packages(cursor);
      else if (key === 'lockfileVersion') lockfileVersion = scalar(cursor);
      else if (key === 'dependencies') hasTree = lists.dependencies(cursor);
      else cursor.skip();
    }
  });
  if (lockfileVersion !== undefined && !versions.includes(lockfileVersion))
    throw new UnreadableFile('its lockfileVersion is not 1, 2 or 3');
  if (lockfileVersion === undefined && !hasTree)
    throw new UnreadableFile('it has neither a lockfileVersion nor dependencies');
  return hasTree;
};

/**
 * Reads a package-lock.json: `packages` (versions 2 and 3), else the nested tree (version 1).
 * @throws UnreadableFile
 */
export const readLockDocument = (text: string, notes: Notes): LockDocument => {
  let flat: LockEntries | undefined;
  let dependencies: unknown;
  const hasTree = readLists(text, {
    packages: (cursor) => (flat = readTable(cursor, notes)),
    dependencies: (cursor) => {
      dependencies = readTree(cursor, notes);
      return asTable(dependencies) !== undefined;
    },
  });
  if (!flat) return { entries: entriesOfTree(dependencies, notes), isFlat: false };
  return {
    entries: flat,
    isFlat: true,
    ...(hasTree && { oldEntries: entriesOfTree(dependencies, new Notes()) }),
  };
};

/**
 * Checks that a package-lock.json can be read, which nothing but its text and its version decides, without making its
 * packages.
 * @throws UnreadableFile as `readLockDocument` does.
 */
export const checkLockDocument = (text: string): void =>
  void readLists(text, {
    packages: (cursor) => void cursor.skip(),
    dependencies: (cursor) => {
      const hasTree = cursor.isObject();
      cursor.skip();
      return hasTree;
    },
  });
