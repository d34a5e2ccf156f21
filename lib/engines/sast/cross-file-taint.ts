import { posix } from 'node:path';
import type { Language } from './rule.ts';
import {
  defaultExport,
  type IncomingTaint,
  type OutgoingTaint,
  type ParameterTaint,
} from './taint/analysis-run.ts';

/** Finds the files of a unit that may define a called function. */
export type FindCalleeFiles = (
  language: Language,
  from: string,
  names: readonly string[],
) => readonly string[];

const maxCandidates = 20;
const scripts = ['.js', '.ts', '.mjs', '.cjs', '.jsx', '.tsx', '.mts', '/index.js', '/index.ts'];

/** `./data/user-dao.UserDAO().find` → `./data/user-dao.UserDAO()`, `./data/user-dao`, … */
const shorter = (name: string): string[] => {
  const all: string[] = [];
  for (let at = name.lastIndexOf('.'); at > 0; at = name.lastIndexOf('.', at - 1))
    all.push(name.slice(0, at));
  return all;
};

const unsuffixed = (name: string): string => name.replaceAll('()', '').replace(/\.[cm]?[jt]s$/, '');

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
}

const endingIn = (places: Places, segments: readonly string[]): string[] => {
  const path = segments.join('/');
  return (places.byName.get(segments.at(-1) ?? '') ?? []).filter(
    (each) => each === `${path}.py` || each.endsWith(`/${path}.py`),
  );
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
  const directory = posix.dirname(from);
  return (places.byDirectory.get(posix.basename(directory)) ?? []).filter(
    (each) => posix.dirname(each) === directory,
  );
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

/** The module of a path is a file of its name, or `mod.rs` in a directory of its name; the last match counts. */
const rustFileOf = (places: Places, name: string): string[] => {
  const modules = name.split('.').slice(0, -1).map(unsuffixed);
  for (const module of modules.toReversed()) {
    const found = [
      ...(places.byName.get(module) ?? []),
      ...(places.byDirectory.get(module) ?? []).filter((each) => each.endsWith('/mod.rs')),
    ];
    if (found.length > 0) return found;
  }
  return [];
};

const packageOf = (places: Places, from: string, name: string): string[] => {
  const here = (places.byDirectory.get(posix.basename(posix.dirname(from))) ?? []).filter(
    (each) => posix.dirname(each) === posix.dirname(from) && each !== from,
  );
  const slash = name.lastIndexOf('/');
  if (slash === -1) return name.split('.').length <= 2 ? here : [];
  const directory = name.slice(slash + 1).split('.')[0] ?? '';
  return [...(places.byDirectory.get(directory) ?? [])];
};

const grouped = (paths: readonly string[], key: (path: string) => string): Map<string, string[]> =>
  Map.groupBy(paths, key);

export const calleeFileFinder = (paths: readonly string[]): FindCalleeFiles => {
  const all = new Set(paths);
  const placesOf = (extension: string): Places => {
    const own = paths.filter((path) => path.endsWith(extension));
    return {
      byName: grouped(own, (path) => posix.basename(path, extension)),
      byDirectory: grouped(own, (path) => posix.basename(posix.dirname(path))),
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
    const found = new Set(names.flatMap((name) => of[language](from, name)));
    found.delete(from);
    return found.size > maxCandidates ? [] : [...found];
  };
};

/** Collects the taint that files pass to functions of other files. */
export class CrossFileTaint {
  readonly #byFile = new Map<string, Map<string, Map<number, ParameterTaint>>>();
  #changed = new Set<string>();

  add(file: string, from: string, { names, args, line, column }: OutgoingTaint): void {
    const full = unsuffixed(names[0] ?? '');
    const called = full.slice(full.lastIndexOf('.') + 1);
    // The module itself is a function.
    const name = called.includes('/') ? defaultExport : called;
    const functions = this.#byFile.get(file) ?? new Map<string, Map<number, ParameterTaint>>();
    this.#byFile.set(file, functions);
    const given = functions.get(name) ?? new Map<number, ParameterTaint>();
    functions.set(name, given);
    for (const { index, cleaned, description, from: earlier } of args) {
      const known = given.get(index);
      if (known && (known.cleaned & cleaned) === known.cleaned) continue;
      const through = description.includes(', given by ')
        ? description
        : `${description}, given by ${from}:${line}`;
      given.set(index, {
        cleaned: known ? known.cleaned & cleaned : cleaned,
        description: through,
        from: earlier ?? { file: from, line, column, message: description },
      });
      this.#changed.add(file);
    }
  }

  incoming(file: string): IncomingTaint | undefined {
    return this.#byFile.get(file);
  }

  /** Returns the files that received more taint since the last call. */
  takeChanged(): string[] {
    const changed = [...this.#changed].toSorted();
    this.#changed = new Set();
    return changed;
  }
}
