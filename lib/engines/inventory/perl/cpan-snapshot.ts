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
const [space, del] = [0x20, 0x7f];
const inName = asciiClass(/[\w.-]/);
const inVersion = asciiClass(/[\w.]/);

interface Distribution {
  /** `Name-1.0`. */
  title: string;
  pathname?: string;
  provides: string[];
  requirements: string[];
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

/** A whole distribution as Carton writes it. */
const usualDistribution =
  / {2}([!-~]+)\n {4}pathname: ([!-~]+)\n {4}provides:\n((?: {6}[!-~]+ [ -~]*\n){0,500}) {4}requirements:\n((?: {6}[!-~]+ [ -~]*\n){0,500})/y;

/** Returns the first word of each line of a table. */
const wordsOf = (table: string): string[] => {
  const words: string[] = [];
  for (let at = 6; at < table.length; at = table.indexOf('\n', at) + 7)
    words.push(table.slice(at, table.indexOf(' ', at)));
  return words;
};

/** Reads a distribution as its tool writes it; undefined where anything else is next. */
const distributionIn = (lines: LineCursor): Distribution | undefined => {
  const found = lines.match(usualDistribution);
  if (!found) return undefined;
  if (found[0].length > longestLine) {
    lines.putBack(found);
    return undefined;
  }
  const [provides, requirements] = [wordsOf(found[3]!), wordsOf(found[4]!)];
  return { title: found[1]!, pathname: found[2]!, provides, requirements, tables: 3 };
};

/** Reads the lines of a snapshot, which shows its structure by indentation. */
const distributionsIn = (text: string, notes: Notes): Distribution[] => {
  const found: Distribution[] = [];
  let table: 'provides' | 'requirements' | undefined;
  let open: Distribution | undefined;
  for (const lines = new LineCursor(text); !lines.isAtEnd;) {
    const usual = distributionIn(lines);
    if (usual) {
      open = usual;
      table = 'requirements';
      found.push(usual);
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
      open[table].push(blank === -1 ? words : words.slice(0, blank));
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

const partsOf = (stated: string): { name: string; version: string } | undefined => {
  const usual = usualParts(stated);
  if (usual) return usual;
  const [, name, version] = title.exec(stated) ?? [];
  return name === undefined || version === undefined ? undefined : { name, version };
};

const packageOf = (distribution: Distribution): FoundPackage | undefined => {
  const parts = partsOf(distribution.title);
  if (!parts) return undefined;
  const { name, version } = parts;
  const key = distribution.title;
  const author = archive.exec(distribution.pathname ?? '')?.[1];
  const isPlain = author !== undefined && consistsOf(name, inName) && consistsOf(version, inVersion);
  if (isPlain) return { key, name, version, purl: `pkg:cpan/${author}/${name}@${version}` };
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
  const distributions = distributionsIn(text, notes);
  noteParts(distributions, notes);
  noteOpenEnd(text, notes);
  const packages = new Map<string, FoundPackage>();
  const providers = new Map<string, string>();
  for (const distribution of distributions) {
    const found = packageOf(distribution);
    if (!found) notes.add(unreadableEntries, distribution.title.slice(0, 80));
    else if (packages.size >= maxPackages) notes.addOmitted(1);
    else {
      packages.set(found.key, found);
      for (const module of distribution.provides) providers.set(module, found.key);
    }
  }
  const cores = new Map<string, boolean>();
  const isCore = (module: string): boolean => {
    let known = cores.get(module);
    if (known === undefined) cores.set(module, (known = isCoreModule(module)));
    return known;
  };
  for (const { title: key, requirements } of distributions) {
    const found = packages.get(key);
    if (!found) continue;
    const needed: string[] = [];
    for (const module of requirements) {
      const provider = providers.get(module);
      if (provider !== undefined) needed.push(provider);
      else if (!isCore(module)) notes.add(missingDependencies, module);
    }
    found.dependsOn = unique(needed);
  }
  const manifest = readText(siblingPath(path, 'cpanfile'));
  if (manifest === undefined) {
    noteUnconfirmed('cpanfile', notes);
    return { packages: [...packages.values()] };
  }
  const roots = emptyRoots();
  for (const [module, scope] of requestedModules(manifest)) {
    const key = providers.get(module);
    if (key !== undefined || !isCoreModule(module)) notes.addRequest(module, key !== undefined);
    if (key !== undefined) roots[scope].push(key);
  }
  return { packages: [...packages.values()], roots };
};
