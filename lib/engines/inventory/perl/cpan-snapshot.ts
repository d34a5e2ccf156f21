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
import type { Notes } from '../notes.ts';
import { maxPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { purlOfType } from '@scangate/engines/purl/purl-of-type';
import { isCoreModule } from './core-modules.ts';
import { linesOf } from '../parse/lines.ts';

const longestLine = 4_096;

interface Distribution {
  /** `Name-1.0`. */
  title: string;
  pathname?: string;
  provides: string[];
  requirements: string[];
  /** The tables that are present; a complete entry has both. */
  tables: Set<string>;
}

/** `A/AU/AUTHOR/Name-1.0.tar.gz`; archives may be in a subdirectory of their author's. */
const archive = /^(?:[A-Z]\/[A-Z\d-]{2}\/)?([A-Z][A-Z\d-]{1,60})\/(?:[\w.-]{1,100}\/){0,4}[^/]{1,300}$/;
const title = /^(.{1,250}?)-(v?\d[\w.]{0,100}(?:-TRIAL\d?)?)$/;

/** Reads the lines of a snapshot, which shows its structure by indentation. */
const distributionsIn = (text: string, notes: Notes): Distribution[] => {
  const found: Distribution[] = [];
  let table: 'provides' | 'requirements' | undefined;
  for (const line of linesOf(text)) {
    if (line.length > longestLine) {
      notes.add(unreadableEntries, line.slice(0, 80));
      continue;
    }
    const [, indent = '', words = ''] = /^( *)(\S.*)$/.exec(line) ?? [];
    const open = found.at(-1);
    if (indent.length === 2) {
      found.push({ title: words.trim(), provides: [], requirements: [], tables: new Set() });
      table = undefined;
    } else if (indent.length === 4 && open) {
      table =
        words === 'provides:' || words === 'requirements:' ? (words.slice(0, -1) as typeof table) : undefined;
      if (table) open.tables.add(table);
      if (words.startsWith('pathname:')) open.pathname = words.slice(9).trim();
    } else if (indent.length === 6 && open && table) open[table].push(words.split(' ', 1)[0] ?? '');
    else if (indent.length > 0) notes.add(unreadableEntries, words.slice(0, 80));
  }
  return found;
};

const packageOf = (distribution: Distribution): FoundPackage | undefined => {
  const [, name, version] = title.exec(distribution.title) ?? [];
  if (name === undefined || version === undefined) return undefined;
  const author = archive.exec(distribution.pathname ?? '')?.[1];
  return {
    key: distribution.title,
    name,
    version,
    ...purlOfType({ type: 'cpan', namespace: author, name, version }),
  };
};

/** Returns the modules that a cpanfile requests, including those of its test and development phases. */
const modulesAsked = (text: string): Map<string, 'required' | 'dev'> => {
  const asked = new Map<string, 'required' | 'dev'>();
  let phase = 'runtime';
  for (const line of linesOf(text)) {
    phase =
      /^\s{0,40}on\s{1,10}\(?['"]?(\w{1,20})/.exec(line)?.[1] ??
      (/^\s{0,40}\}/.test(line) ? 'runtime' : phase);
    const [, kind = '', module] =
      /^\s{0,40}(\w{0,20})requires\s{0,10}\(?\s{0,10}['"]([\w:]{1,200})['"]/.exec(line) ?? [];
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
    if (tables.size < 2 || pathname === undefined)
      notes.add(signsOfCut, `${stated} without all of its parts`);
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
  for (const { title: key, requirements } of distributions) {
    const found = packages.get(key);
    if (!found) continue;
    found.dependsOn = [...new Set(requirements.flatMap((module) => providers.get(module) ?? []))];
    for (const module of requirements)
      if (!providers.has(module) && !isCoreModule(module)) notes.add(missingDependencies, module);
  }
  const manifest = readText(siblingPath(path, 'cpanfile'));
  if (manifest === undefined) {
    noteUnconfirmed('cpanfile', notes);
    return { packages: [...packages.values()] };
  }
  const roots = emptyRoots();
  for (const [module, scope] of modulesAsked(manifest)) {
    const key = providers.get(module);
    if (key !== undefined || !isCoreModule(module)) notes.addRequest(module, key !== undefined);
    if (key !== undefined) roots[scope].push(key);
  }
  return { packages: [...packages.values()], roots };
};
