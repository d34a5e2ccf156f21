import { posix } from 'node:path';
import { unsuffixed } from '../cross-file-taint.ts';
import type { Language } from '../rule.ts';

/** The files of a unit that may define a called function. */
export interface CalleeFiles {
  /** The nearest ones, when there are more than the limit. */
  files: readonly string[];
  /** Why there may be others. */
  problem?: string;
  /** The number of paths that were looked at. */
  compared: number;
}

export type FindCalleeFiles = (language: Language, from: string, names: readonly string[]) => CalleeFiles;

/** The segments of a name for which files are looked for. */
const maxSegments = 100;
/** The comparisons that take as long as finding out how near a file is. */
const nearnessWork = 10;
/** The limit of files that one call is followed into. */
export const maxCandidates = 500;
const tooMany = `more than ${maxCandidates} files may define a function: values followed into the nearest`;
const tooLong = `a function whose name has more than ${maxSegments} parts: values not followed`;
const scripts = ['.js', '.ts', '.mjs', '.cjs', '.jsx', '.tsx', '.mts', '/index.js', '/index.ts'];

/** `./data/user-dao.UserDAO().find` → `./data/user-dao.UserDAO()`, `./data/user-dao`, … */
const shorter = (name: string): string[] => {
  const all: string[] = [];
  for (let at = name.lastIndexOf('.'); at > 0; at = name.lastIndexOf('.', at - 1))
    all.push(name.slice(0, at));
  return all;
};

const scriptOf = (paths: ReadonlySet<string>, from: string, name: string): string[] => {
  if (!name.startsWith('./') && !name.startsWith('../')) return [];
  for (const start of [name, ...shorter(name)]) {
    const path = posix.join(posix.dirname(from), unsuffixed(start));
    const found = scripts.map((end) => path + end).find((each) => paths.has(each));
    if (found) return [found];
  }
  return [];
};

/** Indexes the files of the other languages by their location, which tells what they define. */
interface Places {
  /** The key is the file name without its extension. */
  byName: ReadonlyMap<string, readonly string[]>;
  /** The key is the name of the directory. */
  byDirectory: ReadonlyMap<string, readonly string[]>;
  /** The key is the path of the directory. */
  byFolder: ReadonlyMap<string, readonly string[]>;
  /** Counts the paths that were looked at without being an answer. */
  work: { compared: number };
}

const endingIn = ({ byName, work }: Places, segments: readonly string[]): string[] => {
  const path = segments.join('/');
  const named = byName.get(segments.at(-1) ?? '') ?? [];
  work.compared += named.length;
  return named.filter((each) => each === `${path}.py` || each.endsWith(`/${path}.py`));
};

const moduleOf = (places: Places, from: string, name: string): string[] => {
  const relative = name.startsWith('.');
  const segments = name
    .split('.')
    .filter((segment) => segment !== '')
    .map(unsuffixed);
  for (let length = segments.length - 1; length > 0; length -= 1) {
    const found = endingIn(places, segments.slice(0, length));
    const near = found.filter((each) => posix.dirname(each) === posix.dirname(from));
    if (found.length > 0) return relative && near.length > 0 ? near : found;
  }
  return [];
};

/** A PHP class is in a file of its name; the file of a function is unknown, but usually near. */
const phpFileOf = (places: Places, from: string, name: string): string[] => {
  const owner = unsuffixed(name.split('.').at(-2) ?? '');
  if (owner !== '') return [...(places.byName.get(owner) ?? [])];
  return [...(places.byFolder.get(posix.dirname(from)) ?? [])];
};

/** `UserReport` is in `user_report.rb`. */
const rubyFileOf = (places: Places, name: string): string[] => {
  const owner = unsuffixed(name.split('.').at(-2) ?? '');
  const file = owner.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return [...(places.byName.get(file) ?? [])];
};

const classFileOf = (places: Places, name: string): string[] => {
  const owner = unsuffixed(name.split('.').at(-2) ?? '');
  return [owner, `${owner}Impl`].flatMap((each) => places.byName.get(each) ?? []);
};

/** Returns those of some paths that meet a condition, and counts all of them. */
const chosenOf = (
  { work }: Places,
  paths: readonly string[] = [],
  isChosen: (path: string) => boolean,
): string[] => {
  work.compared += paths.length;
  return paths.filter(isChosen);
};

/** The module of a path is a file of its name, or `mod.rs` in a directory of its name; the last match counts. */
const rustFileOf = (places: Places, name: string): string[] => {
  const modules = name.split('.').slice(0, -1).map(unsuffixed);
  for (const module of modules.toReversed()) {
    const found = [
      ...(places.byName.get(module) ?? []),
      ...chosenOf(places, places.byDirectory.get(module), (each) => each.endsWith('/mod.rs')),
    ];
    if (found.length > 0) return found;
  }
  return [];
};

const isGoTest = (path: string): boolean => path.endsWith('_test.go');

/** No program contains the tests of a package. */
const packageOf = (places: Places, from: string, name: string): string[] => {
  const isCallable = (path: string): boolean => isGoTest(from) || !isGoTest(path);
  const slash = name.lastIndexOf('/');
  if (slash !== -1) {
    const directory = name.slice(slash + 1).split('.')[0] ?? '';
    return chosenOf(places, places.byDirectory.get(directory), isCallable);
  }
  if (name.split('.').length > 2) return [];
  return chosenOf(places, places.byFolder.get(posix.dirname(from)), isCallable);
};

const grouped = (paths: readonly string[], key: (path: string) => string): Map<string, string[]> =>
  Map.groupBy(paths, key);

/** Returns how many directories two files are both in. */
const nearness = (a: string, b: string): number => {
  const [one, other] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)];
  const differs = one.findIndex((segment, index) => segment !== other[index]);
  return differs === -1 ? one.length : differs;
};

const nearest = (files: readonly string[], from: string): string[] =>
  files
    .map((file) => ({ file, near: nearness(file, from) }))
    .toSorted((a, b) => b.near - a.near)
    .slice(0, maxCandidates)
    .map(({ file }) => file);

export const calleeFileFinder = (paths: readonly string[]): FindCalleeFiles => {
  const all = new Set(paths);
  const work = { compared: 0 };
  const placesOf = (extension: string): Places => {
    const own = paths.filter((path) => path.endsWith(extension));
    return {
      byName: grouped(own, (path) => posix.basename(path, extension)),
      byDirectory: grouped(own, (path) => posix.basename(posix.dirname(path))),
      byFolder: grouped(own, (path) => posix.dirname(path)),
      work,
    };
  };
  const places = {
    python: placesOf('.py'),
    java: placesOf('.java'),
    go: placesOf('.go'),
    csharp: placesOf('.cs'),
    rust: placesOf('.rs'),
    php: placesOf('.php'),
    ruby: placesOf('.rb'),
  };
  const of: Record<Language, (from: string, name: string) => string[]> = {
    javascript: (from, name) => scriptOf(all, from, name),
    python: (from, name) => moduleOf(places.python, from, name),
    java: (_, name) => classFileOf(places.java, name),
    go: (from, name) => packageOf(places.go, from, name),
    csharp: (_, name) => classFileOf(places.csharp, name),
    rust: (_, name) => rustFileOf(places.rust, name),
    php: (from, name) => phpFileOf(places.php, from, name),
    ruby: (_, name) => rubyFileOf(places.ruby, name),
  };
  return (language, from, names) => {
    work.compared = 0;
    const usual = names.filter((name) => name.split('.', maxSegments + 1).length <= maxSegments);
    for (const name of usual) work.compared += name.length;
    const found = new Set(usual.flatMap((name) => of[language](from, name)));
    found.delete(from);
    const isTooMany = found.size > maxCandidates;
    const problem = isTooMany ? tooMany : usual.length < names.length && tooLong;
    // Their nearness takes longer than a comparison.
    const compared = work.compared + (isTooMany ? nearnessWork : 1) * found.size;
    const files = isTooMany ? nearest([...found], from) : [...found];
    return { files, ...(problem !== false && { problem }), compared };
  };
};
