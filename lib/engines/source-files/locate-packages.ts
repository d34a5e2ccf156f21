import type { SourceFiles } from '../model/source-files.ts';

/** A lockfile above this is not searched; the largest real ones have a tenth of it. */
const maxBytes = 32 * 1024 * 1024;
/** A version follows its name within this many lines in every format. */
const linesToVersion = 12;
const longestLine = 2000;

/** Bounds the lines of one unit that are searched for versions, because a hostile lockfile may repeat one name. */
const maxSteps = 5_000_000;

/** A package version and the file that states it. */
interface Located {
  name: string;
  version?: string;
  file: string;
}

/** The normalized spelling of a word in a lockfile: PyPI's separators and case do not matter. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[_.]/g, '-');

/** The names that a word of a lockfile may state: `node_modules/a`, `a@npm:1.0.0`, `/a@1.0.0(b@2)`, `group:a:1`. */
const namesIn = (word: string): string[] => {
  const bare = word.slice(word.lastIndexOf('node_modules/') + 1 ? word.lastIndexOf('node_modules/') + 13 : 0);
  const path = bare.replace(/^\//, '');
  const scoped = path.startsWith('@') ? 1 : 0;
  const at = path.indexOf('@', scoped);
  const beforeVersion = at > 0 ? path.slice(0, at) : path;
  const colon = beforeVersion.lastIndexOf(':');
  return [path, beforeVersion, ...(colon > 0 ? [beforeVersion.slice(0, colon)] : [])];
};

const words = /[A-Za-z0-9@][A-Za-z0-9@/._:+~-]*/g;

/** Lists the lines on which each wanted name occurs. */
const linesByName = (lines: readonly string[], wanted: ReadonlySet<string>): Map<string, number[]> => {
  const found = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const named = new Set<string>();
    for (const { 0: word, index: at } of line.slice(0, longestLine).matchAll(words)) {
      // Parentheses hold versions, or the peers that another package was resolved with.
      if (line[at - 1] === '(') continue;
      const names = namesIn(word.replace(/:$/, '')).map(plain);
      for (const name of names) if (wanted.has(name)) named.add(name);
    }
    for (const name of named) found.set(name, [...(found.get(name) ?? []), index]);
  }
  return found;
};

/** A Maven package is listed under its artifact's name, and the Go standard library where its version is stated. */
const wantedNames = ({ name, file }: Located): string[] => {
  if (name === 'stdlib' && file.split('/').at(-1) === 'go.mod') return ['toolchain', 'go'];
  const colon = name.lastIndexOf(':');
  return [plain(name), ...(colon > 0 ? [plain(name.slice(colon + 1))] : [])];
};

/** Returns a function that finds the line of a package, nearest to its version while steps are left. */
const lineFinder = () => {
  let steps = 0;
  return (lines: readonly string[], places: ReadonlyMap<string, number[]>, located: Located): number => {
    const { version = '' } = located;
    const at = wantedNames(located).flatMap((wanted) => places.get(wanted) ?? []);
    const stated = version.replace(/^v/, '');
    const exact = at.find((index) => {
      steps += 1;
      if (steps > maxSteps || stated === '') return false;
      return lines.slice(index, index + linesToVersion).some((line) => line.includes(stated));
    });
    const index = exact ?? at[0];
    return index === undefined ? 0 : index + 1;
  };
};

const textOf = (files: SourceFiles, path: string): string | undefined => {
  const entry = files.entries.find((each) => each.path === path);
  if (!entry || entry.sizeBytes > maxBytes) return undefined;
  try {
    return Buffer.from(files.read(path)).toString('utf8');
  } catch {
    return undefined;
  }
};

/**
 * Returns the line of each package in its file, to which reports point; 0 where it is not known. The work is linear
 * in the size of the files.
 */
export const locatePackages = (packages: readonly Located[], files: SourceFiles): number[] => {
  const found = packages.map(() => 0);
  const lineOf = lineFinder();
  const numbered = packages.map((located, index) => ({ located, index }));
  for (const [path, own] of Map.groupBy(numbered, ({ located }) => located.file)) {
    const text = path === '' ? undefined : textOf(files, path);
    if (text === undefined) continue;
    const all = text.split('\n');
    const places = linesByName(all, new Set(own.flatMap(({ located }) => wantedNames(located))));
    for (const { located, index } of own) found[index] = lineOf(all, places, located);
  }
  return found;
};
