import { siblingPath } from '@scangate/engines/units/paths';
import {
  emptyRoots,
  missingDependencies,
  noteOpenEnd,
  noteUnconfirmed,
  signsOfCut,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { asciiClass, consistsOf, endOfClass } from '@scangate/engines/text/ascii-class';
import { unique } from '@scangate/engines/text/unique-texts';
import { maxPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { purlOfType } from '@scangate/engines/purl/purl-of-type';
import { isCoreModule } from './core-modules.ts';
import { LineCursor, linesOf } from '../parse/lines.ts';

const longestLine = 4_096;
const [lineFeed, space, slash, del] = [0x0a, 0x20, 0x2f, 0x7f];
const [inTable, ofTitle] = [' '.repeat(6), ' '.repeat(2)];
const [pathnameMark, providesMark] = ['\n    pathname: ', '\n    provides:\n'];
const [visible, printable] = [asciiClass(/[!-~]/), asciiClass(/[ -~]/)];
const inName = asciiClass(/[\w.-]/);
const inVersion = asciiClass(/[\w.]/);
const inAuthor = asciiClass(/[A-Z\d-]/);
const capital = asciiClass(/[A-Z]/);

interface Module {
  name: string;
  /** The key of the package that provides it. */
  provider?: string;
  isCore?: boolean;
}

/** The modules that are needed by name, which most modules that are provided are not. */
class NeededModules {
  readonly #byName = new Map<string, Module>();

  add(name: string): Module {
    let module = this.#byName.get(name);
    if (!module) this.#byName.set(name, (module = { name }));
    return module;
  }

  provide(name: string, key: string): void {
    const module = this.#byName.get(name);
    if (module) module.provider = key;
  }
}

interface Distribution {
  /** `Name-1.0`. */
  title: string;
  pathname?: string;
  provides: string[];
  requirements: Module[];
  /** The tables that are present, as bits: a complete entry has both, which is 3. */
  tables: number;
}

/** `A/AU/AUTHOR/Name-1.0.tar.gz`; archives may be in a subdirectory of their author's. */
const archive = /^(?:[A-Z]\/[A-Z\d-]{2}\/)?([A-Z][A-Z\d-]{1,60})\/(?:[\w.-]{1,100}\/){0,4}[^/]{1,300}$/;
const title = /^(.{1,250}?)-(v?\d[\w.]{0,100}(?:-TRIAL\d?)?)$/;

const tableNames = new Map([
  ['provides:', 'provides'],
  ['requirements:', 'requirements'],
] as const) as ReadonlyMap<string, 'provides' | 'requirements'>;

/** Returns by how many spaces a line is indented; 0 for one that does not begin with a word. */
const indentOf = (line: string): number => {
  let at = 0;
  while (line.charCodeAt(at) === space) at += 1;
  const code = line.charCodeAt(at);
  const isVisible = code > space && code < del && !line.includes('\u2028') && !line.includes('\u2029');
  return isVisible || /^\S.*$/.test(line.slice(at)) ? at : 0;
};

/** Reads a distribution up to what it provides as Carton writes it; undefined where anything else is next. */
const usualStart = (lines: LineCursor): Distribution | undefined => {
  const { text, at } = lines;
  if (!text.startsWith(ofTitle, at)) return undefined;
  const from = at + ofTitle.length;
  const to = endOfClass(text, visible, from);
  if (to === from || !text.startsWith(pathnameMark, to)) return undefined;
  const start = to + pathnameMark.length;
  const end = endOfClass(text, visible, start);
  if (end === start || !text.startsWith(providesMark, end) || end - at > longestLine) return undefined;
  lines.goTo(end + providesMark.length);
  const pathname = text.slice(start, end);
  return { title: text.slice(from, to), pathname, provides: [], requirements: [], tables: 1 };
};

/** Reads the first word of a line of a table as Carton writes it; undefined where anything else is next. */
const usualModule = (lines: LineCursor): string | undefined => {
  const { text, at } = lines;
  if (!text.startsWith(inTable, at)) return undefined;
  const from = at + inTable.length;
  const blank = endOfClass(text, visible, from);
  const end = endOfClass(text, printable, blank);
  if (blank === from || text.charCodeAt(end) !== lineFeed || end - at > longestLine) return undefined;
  lines.goTo(end + 1);
  return text.slice(from, blank);
};

/** Reads the lines of a snapshot, which shows its structure by indentation. */
const distributionsIn = (text: string, modules: NeededModules, notes: Notes): Distribution[] => {
  const found: Distribution[] = [];
  let table: 'provides' | 'requirements' | undefined;
  let open: Distribution | undefined;
  for (const lines = new LineCursor(text); !lines.isAtEnd;) {
    const module = open && table ? usualModule(lines) : undefined;
    if (open && module !== undefined) {
      if (table === 'provides') open.provides.push(module);
      else open.requirements.push(modules.add(module));
      continue;
    }
    const usual = usualStart(lines);
    if (usual) {
      found.push((open = usual));
      table = 'provides';
      continue;
    }
    const line = lines.take();
    if (line.length > longestLine) {
      notes.add(unreadableEntries, line.slice(0, 80));
      continue;
    }
    const indent = indentOf(line);
    const words = line.slice(indent);
    if (indent === 6 && open && table) {
      const blank = words.indexOf(' ');
      const name = blank === -1 ? words : words.slice(0, blank);
      if (table === 'provides') open.provides.push(name);
      else open.requirements.push(modules.add(name));
    } else if (indent === 2) {
      open = { title: words.trim(), provides: [], requirements: [], tables: 0 };
      found.push(open);
      table = undefined;
    } else if (indent === 4 && open) {
      table = tableNames.get(words);
      // A table that is repeated is the same one.
      if (table && open[table].length === 0) open.tables |= table === 'provides' ? 1 : 2;
      if (words.startsWith('pathname:')) open.pathname = words.slice(9).trim();
    } else if (indent > 0) notes.add(unreadableEntries, words.slice(0, 80));
  }
  return found;
};

/** Splits `Name-1.0`, as nearly all titles are; undefined for any other. */
const usualParts = (stated: string): { name: string; version: string } | undefined => {
  const dash = stated.lastIndexOf('-');
  const first = stated.charCodeAt(dash + (stated.startsWith('v', dash + 1) ? 2 : 1));
  const isVersion =
    first >= 0x30 && first <= 0x39 && endOfClass(stated, inVersion, dash + 1) === stated.length;
  if (dash < 1 || dash > 250 || stated.length - dash > 100 || !isVersion) return undefined;
  const name = stated.slice(0, dash);
  return consistsOf(name, inName) ? { name, version: stated.slice(dash + 1) } : undefined;
};

const otherParts = (stated: string): { name: string; version: string } | undefined => {
  const [, name, version] = title.exec(stated) ?? [];
  return name === undefined || version === undefined ? undefined : { name, version };
};

/** Returns the author in `A/AU/AUTHOR/Name-1.0.tar.gz`, as nearly all archives are named; undefined for any other. */
const usualAuthor = (pathname: string): string | undefined => {
  const from = 'A/AU/'.length;
  const end = endOfClass(pathname, inAuthor, from);
  const isUsual =
    pathname.charCodeAt(1) === slash &&
    capital[pathname.charCodeAt(0)] === 1 &&
    endOfClass(pathname, inAuthor, 2) === from - 1 &&
    pathname.charCodeAt(from - 1) === slash &&
    capital[pathname.charCodeAt(from)] === 1 &&
    pathname.charCodeAt(end) === slash;
  const [length, rest] = [end - from, pathname.length - end - 1];
  if (!isUsual || length < 2 || length > 61 || rest < 1 || rest > 300) return undefined;
  return endOfClass(pathname, inName, end + 1) === pathname.length ? pathname.slice(from, end) : undefined;
};

const packageOf = ({ title: key, pathname = '' }: Distribution): FoundPackage | undefined => {
  const usual = usualParts(key);
  const { name, version } = usual ?? otherParts(key) ?? {};
  if (name === undefined) return undefined;
  const author = usualAuthor(pathname) ?? archive.exec(pathname)?.[1];
  if (usual && author !== undefined)
    return { key, name, version, purl: `pkg:cpan/${author}/${name}@${version}` };
  return { key, name, version, ...purlOfType({ type: 'cpan', namespace: author, name, version }) };
};

/** Splits a line of a cpanfile behind each statement and each start of a block. */
const partsOfLine = (line: string): string[] =>
  line.trimStart().startsWith('#') ? [] : line.replaceAll(/;|\bsub\s{0,5}\{/g, '$&\n').split('\n');

/** Returns the modules that a cpanfile requests, including those of its test and development phases. */
const requestedModules = (text: string): Map<string, 'required' | 'dev'> => {
  const asked = new Map<string, 'required' | 'dev'>();
  let phase = 'runtime';
  for (const line of linesOf(text).flatMap(partsOfLine)) {
    phase =
      /^\s{0,40}on\s{1,10}\(?['"]?(\w{1,20})/.exec(line)?.[1] ??
      (/^\s{0,40}\}/.test(line) ? 'runtime' : phase);
    const [, kind = '', module] =
      /^\s{0,40}(\w{0,20})requires\b\s{0,10}\(?\s{0,10}(?:qq?\s{0,5}[{([<|/!])?['"]?([\w:]{1,200})/.exec(
        line,
      ) ?? [];
    if (module === undefined) continue;
    const isDev =
      /^(?:test_|author_|configure_|build_)$/.test(kind) || /^(?:test|develop|configure|build)$/.test(phase);
    if (!isDev || !asked.has(module)) asked.set(module, isDev ? 'dev' : 'required');
  }
  return asked;
};

/** Notes entries that have lost a part; the tool writes every table, even an empty one. */
const noteParts = (distributions: readonly Distribution[], notes: Notes): void => {
  for (const { title: stated, tables, pathname } of distributions)
    if (tables < 3 || pathname === undefined) notes.add(signsOfCut, `${stated} without all of its parts`);
};

/**
 * Reads cpanfile.snapshot of Perl's Carton, version 1.0: every distribution, with the graph of the modules that they
 * provide and need. cpanfile next to it states what is direct.
 */
export const readCpanSnapshot: LockfileReader = ({ path, text, notes, readText }) => {
  if (!/^DISTRIBUTIONS *\r?$/m.test(text)) throw new UnreadableFile('it has no list of distributions');
  const modules = new NeededModules();
  const distributions = distributionsIn(text, modules, notes);
  noteParts(distributions, notes);
  noteOpenEnd(text, notes);
  const manifest = readText(siblingPath(path, 'cpanfile'));
  const asked = requestedModules(manifest ?? '');
  const packages = new Map<string, FoundPackage>();
  for (const module of asked.keys()) modules.add(module);
  for (const distribution of distributions) {
    const found = packageOf(distribution);
    if (!found) notes.add(unreadableEntries, distribution.title.slice(0, 80));
    else if (packages.size >= maxPackages) notes.addOmitted(1);
    else {
      packages.set(found.key, found);
      for (const module of distribution.provides) modules.provide(module, found.key);
    }
  }
  for (const { title: key, requirements } of distributions) {
    const found = packages.get(key);
    if (!found) continue;
    const needed: string[] = [];
    for (const module of requirements) {
      if (module.provider !== undefined) needed.push(module.provider);
      else if (!(module.isCore ??= isCoreModule(module.name))) notes.add(missingDependencies, module.name);
    }
    found.dependsOn = unique(needed);
  }
  if (manifest === undefined) {
    noteUnconfirmed('cpanfile', notes);
    return { packages: [...packages.values()] };
  }
  const roots = emptyRoots();
  for (const [module, scope] of asked) {
    const key = modules.add(module).provider;
    if (key !== undefined || !isCoreModule(module)) notes.addRequest(module, key !== undefined);
    if (key !== undefined) roots[scope].push(key);
  }
  return { packages: [...packages.values()], roots };
};
