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
const space = 0x20;

/** `any.name ==1.2.3`; further constraints of a package set its flags. */
const constraint = /^(?:any\.|setup\.)?([A-Za-z0-9][A-Za-z0-9-]{0,200}) ?(?:==|installed)/;
const exact = /== ?(\d[\d.]{0,100})$/;

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
  const name = constraint.exec(stated)?.[1];
  if (name === undefined)
    return /^[\w.:-]+(?: [+-][\w-]+){1,500}$|^[\w.:-]+ (?:test|bench|source)$/.test(stated)
      ? 'flags'
      : undefined;
  const version = exact.exec(stated)?.[1];
  if (version === undefined && !stated.endsWith('installed')) return undefined;
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

/** Returns the values of `constraints`, which continue over indented lines until the next field. */
const constraintsIn = (text: string, notes: Notes): Constraints | undefined => {
  const found: Constraints = { items: [], endsOpen: true };
  let stated: string[] | undefined;
  let isOpen = false;
  const separate = (): void => {
    if (stated && stated.length > 0) for (const each of stated.join(' ').split(',')) found.items.push(each);
    stated &&= [];
  };
  const add = (line: string): void => {
    (stated ??= []).push(line);
    found.endsOpen = line.endsWith(',');
  };
  for (const lines = new LineCursor(text); !lines.isAtEnd;) {
    const usual = isOpen && found.endsOpen ? usualPackage(lines) : undefined;
    if (usual) {
      separate();
      found.items.push(usual);
      continue;
    }
    const line = lines.take();
    if (line.trim() === '' || line.trimStart().startsWith('--')) continue;
    const isIndented = line.charCodeAt(0) === space;
    const [, field, value = ''] = isIndented ? [] : (/^([A-Za-z][\w-]{0,60}):(.*)$/.exec(line) ?? []);
    if (field !== undefined) isOpen = field.toLowerCase() === 'constraints';
    if (isOpen && line.length <= longestLine) add((field === undefined ? line : value).trim());
    else if (line.length > longestLine) notes.add(unreadableEntries, line.slice(0, 80));
  }
  separate();
  return stated || found.items.length > 0 ? found : undefined;
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
