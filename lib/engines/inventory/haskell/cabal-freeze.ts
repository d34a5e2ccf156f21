import { asciiClass, consistsOf } from '@scangate/engines/text/ascii-class';
import {
  signsOfCut,
  noteOpenEnd,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { maxPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { LineCursor } from '../parse/lines.ts';

const longestLine = 4_096;

/** The beginning of `any.name ==1.2.3`; further constraints of a package set its flags. */
const constraint = /^(?:any\.|setup\.)?([A-Za-z0-9][A-Za-z0-9-]{0,200}) ?(?:==|installed)/;
const inVersion = asciiClass(/[\d.]/);

/** Fields that cabal writes, and others that add no constraint. */
const otherFields = new Set(
  'active-repositories index-state with-compiler allow-newer allow-older preferences tests benchmarks'.split(
    ' ',
  ),
);

/** A line of one constraint, as cabal writes it. */
const usualLine = / +any\.[A-Za-z\d][A-Za-z\d-]* ==\d[\d.]*,\n/y;
const [longestName, longestVersion] = [200, 100];
const exactly = ' ==';

/** Reads a line of one constraint; undefined where anything else is next. */
const usualPackage = (lines: LineCursor): FoundPackage | undefined => {
  const from = lines.at;
  const end = lines.matchEnd(usualLine);
  if (end === -1) return undefined;
  const { text } = lines;
  const start = text.indexOf('.', from) + 1;
  const blank = text.indexOf(' ', start);
  const [name, version] = [text.slice(start, blank), text.slice(blank + exactly.length, end - 2)];
  if (name.length > longestName || version.length > longestVersion || end - from > longestLine) {
    lines.goTo(from);
    return undefined;
  }
  return { key: text.slice(start, end - 2), ecosystem: 'Hackage', name, version };
};

const packageOf = (stated: string): FoundPackage | 'flags' | undefined => {
  if (stated === '') return 'flags';
  const [beginning = '', name] = constraint.exec(stated) ?? [];
  if (name === undefined)
    return /^[\w.:-]+(?: [+-][\w-]+){1,500}$|^[\w.:-]+ (?:test|bench|source)$/.test(stated)
      ? 'flags'
      : undefined;
  const rest = stated.slice(beginning.length).trimStart();
  // More than one version may satisfy an alternative or a range.
  const isExact = rest.length <= longestVersion && rest.charAt(0) !== '.' && consistsOf(rest, inVersion);
  const isInstalled = beginning.endsWith('installed');
  if (isInstalled ? rest !== '' : !isExact) return undefined;
  const version = isInstalled ? undefined : rest;
  return {
    key: `${name}${exactly}${version ?? ''}`,
    ecosystem: 'Hackage',
    name,
    ...(version && { version }),
  };
};

interface Constraints {
  /** Packages, and constraints of any other form as they are stated. */
  items: (FoundPackage | string)[];
  /** Whether the last line ends with a comma. */
  endsOpen: boolean;
}

const fieldLine = /^([A-Za-z][\w-]{0,60})[ \t]{0,9}:(.*)$/;

/** Tells constraints from what is passed over: undefined for what may change the constraints in some other way. */
const kindOf = (field: string): 'constraints' | 'other' | undefined => {
  const name = field.toLowerCase();
  if (name === 'constraints') return name;
  return otherFields.has(name) ? 'other' : undefined;
};

/** Collects the values of `constraints`, which continue over indented lines until the next field. */
class ConstraintLines {
  readonly found: Constraints = { items: [], endsOpen: true };
  isOpen = false;
  #stated: string[] | undefined;
  #isKnown = false;
  readonly #notes: Notes;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  separate(): void {
    const stated = this.#stated;
    if (stated && stated.length > 0)
      for (const each of stated.join(' ').split(',')) this.found.items.push(each);
    this.#stated &&= [];
  }

  add(line: string): void {
    const isIndented = line.startsWith(' ') || line.startsWith('\t');
    const [, field, value = ''] = isIndented ? [] : (fieldLine.exec(line) ?? []);
    if (!isIndented) {
      this.separate();
      const kind = field === undefined ? undefined : kindOf(field);
      this.isOpen = kind === 'constraints';
      this.#isKnown = kind !== undefined;
    }
    if (line.length > longestLine || !this.#isKnown) this.#notes.add(unreadableEntries, line.slice(0, 80));
    else if (this.isOpen) this.#take((field === undefined ? line : value).trim());
  }

  /** Returns undefined when there was no such field. */
  end(): Constraints | undefined {
    this.separate();
    return this.#stated || this.found.items.length > 0 ? this.found : undefined;
  }

  #take(line: string): void {
    (this.#stated ??= []).push(line);
    this.found.endsOpen = line.endsWith(',');
  }
}

const constraintsIn = (text: string, notes: Notes): Constraints | undefined => {
  const read = new ConstraintLines(notes);
  for (const lines = new LineCursor(text); !lines.isAtEnd;) {
    const usual = read.isOpen && read.found.endsOpen ? usualPackage(lines) : undefined;
    if (usual) {
      read.separate();
      read.found.items.push(usual);
      continue;
    }
    const line = lines.take();
    if (line.trim() !== '' && !line.trimStart().startsWith('--')) read.add(line);
  }
  return read.end();
};

/** Reads cabal.project.freeze: one version of each package of the build, without a graph. */
export const readCabalFreeze: LockfileReader = ({ text, notes }) => {
  const constraints = constraintsIn(text, notes);
  if (!constraints) throw new UnreadableFile('it has no constraints');
  if (constraints.endsOpen) notes.add(signsOfCut, 'the list of constraints ends with a comma');
  noteOpenEnd(text, notes);
  const packages = new Map<string, FoundPackage>();
  for (const stated of constraints.items) {
    const found = typeof stated === 'string' ? packageOf(stated.trim()) : stated;
    if (found === undefined) notes.add(unreadableEntries, String(stated).trim().slice(0, 80));
    else if (found === 'flags') continue;
    else if (packages.size >= maxPackages) notes.addOmitted(1);
    else packages.set(found.key, found);
  }
  return { packages: [...packages.values()] };
};
