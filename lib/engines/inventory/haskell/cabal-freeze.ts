import {
  signsOfCut,
  noteOpenEnd,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { asciiClass, consistsOf, endOfClass } from '@scangate/engines/text/ascii-class';
import { maxPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { linesOf } from '../parse/lines.ts';

const longestLine = 4_096;
const [space, hyphen] = [0x20, 0x2d];

/** `any.name ==1.2.3`; further constraints of a package set its flags. */
const constraint = /^(?:any\.|setup\.)?([A-Za-z0-9][A-Za-z0-9-]{0,200}) ?(?:==|installed)/;
const exact = /== ?(\d[\d.]{0,100})$/;

const inName = asciiClass(/[A-Za-z\d-]/);
const inVersion = asciiClass(/[\d.]/);
const anyVersion = 'any.';

/** Reads `any.name ==1.2.3`, as nearly all constraints are; undefined for any other. */
const usualPackage = (stated: string): FoundPackage | undefined => {
  const from = anyVersion.length;
  const end = stated.startsWith(anyVersion) ? endOfClass(stated, inName, from) : from;
  const length = end - from;
  if (length < 1 || length > 200 || stated.charCodeAt(from) === hyphen || !stated.startsWith(' ==', end))
    return undefined;
  const version = stated.slice(end + 3);
  if (version.length > 100 || version.startsWith('.') || !consistsOf(version, inVersion)) return undefined;
  const name = stated.slice(from, end);
  return { key: `${name}-${version}`, ecosystem: 'Hackage', name, version };
};

const packageOf = (stated: string): FoundPackage | 'flags' | undefined => {
  const usual = usualPackage(stated);
  if (usual) return usual;
  const name = constraint.exec(stated)?.[1];
  if (name === undefined)
    return /^[\w.:-]+(?: [+-][\w-]+)+$|^[\w.:-]+ (?:test|bench|source)$/.test(stated) ? 'flags' : undefined;
  const version = exact.exec(stated)?.[1];
  if (version === undefined && !stated.endsWith('installed')) return undefined;
  return { key: `${name}-${version ?? ''}`, ecosystem: 'Hackage', name, ...(version && { version }) };
};

/** Returns the values of `constraints`, which continue over indented lines until the next field. */
const constraintsIn = (text: string, notes: Notes): string[] | undefined => {
  let found: string[] | undefined;
  let isOpen = false;
  for (const line of linesOf(text)) {
    if (line.trim() === '' || line.trimStart().startsWith('--')) continue;
    const isIndented = line.charCodeAt(0) === space;
    const [, field, value = ''] = isIndented ? [] : (/^([A-Za-z][\w-]{0,60}):(.*)$/.exec(line) ?? []);
    if (field !== undefined) isOpen = field.toLowerCase() === 'constraints';
    if (isOpen && line.length <= longestLine)
      (found ??= []).push(field === undefined ? line.trim() : value.trim());
    else if (line.length > longestLine) notes.add(unreadableEntries, line.slice(0, 80));
  }
  return found;
};

/** Reads cabal.project.freeze: one version of each package of the build, without a graph. */
export const readCabalFreeze: LockfileReader = ({ text, notes }) => {
  const lines = constraintsIn(text, notes);
  if (!lines) throw new UnreadableFile('it has no constraints');
  if (lines.at(-1)?.endsWith(',')) notes.add(signsOfCut, 'the list of constraints ends with a comma');
  noteOpenEnd(text, notes);
  const packages = new Map<string, FoundPackage>();
  for (const stated of lines.join(' ').split(',')) {
    const trimmed = stated.trim();
    const found = trimmed === '' ? 'flags' : packageOf(trimmed);
    if (found === undefined) notes.add(unreadableEntries, trimmed.slice(0, 80));
    else if (found === 'flags') continue;
    else if (packages.size >= maxPackages) notes.addOmitted(1);
    else packages.set(found.key, found);
  }
  return { packages: [...packages.values()] };
};
