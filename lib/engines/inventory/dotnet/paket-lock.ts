import { publicUrl, vcsUrl } from '../package-address.ts';
import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { unique } from '@scangate/engines/text/unique-texts';
import { maxPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText } from '../parse/untrusted-value.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import {
  emptyRoots,
  missingDependencies,
  noteOpenEnd,
  noteUnconfirmed,
  ownKey,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { purlOfType } from '@scangate/engines/purl/purl-of-type';
import { packagesRequestedOfPaket } from './paket-dependencies.ts';
import { linesOf } from '../parse/lines.ts';

const longestLine = 4_096;

/** Groups that hold build and test tools by convention. */
const forDevelopment = /^(?:build|tests?|testing|docs?|fake|formatting|lint|benchmarks?|tools?|analyzers?)$/;

interface Reading {
  packages: Map<string, FoundPackage>;
  /** Names of dependencies by the key of their dependent. */
  needs: Map<string, string[]>;
  notes: Notes;
  group: string;
  source: string;
  remote: string;
  open?: FoundPackage | undefined;
}

const keyOf = (group: string, name: string): string => `${group}/${name.toLowerCase()}`;

const sources: ReadonlySet<string> = new Set(['NUGET', 'GITHUB', 'GIT', 'GIST', 'HTTP']);
const packageLine = /^(\S{1,200}) \(([^)\s]{1,200})\)/;
const needLine = /^(\S{1,200})(?: |$)/;

const inPart = asciiClass(/[\w.+-]/);

/** Reads `Name (1.0.0)` at the beginning of a line, as nearly all packages are listed; undefined for any other. */
const usualPackage = (line: string, group: string): FoundPackage | undefined => {
  const end = endOfClass(line, inPart);
  const from = end + 2;
  const to = endOfClass(line, inPart, from);
  const digit = line.charCodeAt(from);
  const isUsual = end > 0 && end <= 200 && line.startsWith(' (', end) && line.startsWith(')', to);
  if (!isUsual || to - from > 200 || !(digit >= 0x30 && digit <= 0x39)) return undefined;
  const name = line.slice(0, end);
  return { key: keyOf(group, name), ecosystem: 'NuGet', name, version: line.slice(from, to) };
};

/** `Name (1.0.0) - restriction: >= net45` of a NuGet source. */
const nugetPackage = (line: string, group: string): FoundPackage | undefined => {
  const usual = usualPackage(line, group);
  if (usual) return usual;
  const [, name, version] = packageLine.exec(line) ?? [];
  if (!asText(name) || !version || !/^\d/.test(version)) return undefined;
  return { key: keyOf(group, name!), ecosystem: 'NuGet', name: name!, version };
};

/** `path/of/file.fs (commit)` from a repository or a URL; Paket takes such files one by one. */
const remoteFile = (line: string, { group, source, remote }: Reading): FoundPackage | undefined => {
  const open = line.lastIndexOf('(');
  const file = open === -1 ? line : line.slice(0, open).trim();
  const commit = open === -1 ? '' : line.slice(open + 1).replace(')', '');
  const name = [remote, file].filter((part) => part !== '').join('/');
  if (!asText(name, 700)) return undefined;
  const key = keyOf(group, name);
  if (source === 'HTTP') {
    const url = publicUrl(remote);
    const purl = purlOfType({ type: 'generic', name: file, qualifiers: { download_url: url } });
    return { key, name, ...purl, origin: { kind: 'url', url } };
  }
  const url = vcsUrl(`${source === 'GIST' ? `gist:${remote}` : remote}#${commit}`);
  const purl = purlOfType({ type: 'generic', name: file || remote, qualifiers: { vcs_url: url } });
  return { key, name, ...purl, origin: { kind: 'git', url } };
};

const addPackage = (line: string, reading: Reading): void => {
  const found = reading.source === 'NUGET' ? nugetPackage(line, reading.group) : remoteFile(line, reading);
  reading.open = found;
  if (!found) reading.notes.add(unreadableEntries, line.slice(0, 80));
  else if (reading.packages.size >= maxPackages) reading.notes.addOmitted(1);
  else {
    found.key = ownKey(reading.packages, found);
    reading.packages.set(found.key, found);
  }
};

const addNeed = (line: string, { open, needs, notes, source }: Reading): void => {
  const end = endOfClass(line, inPart);
  const isUsual = end > 0 && end <= 200 && (end === line.length || line.startsWith(' ', end));
  const name = isUsual ? line.slice(0, end) : needLine.exec(line)?.[1];
  // File sources have more properties, in lines such as `path:`.
  if (!open || (source !== 'NUGET' && name?.endsWith(':'))) return;
  if (name === undefined) notes.add(unreadableEntries, line.slice(0, 80));
  else {
    const names = needs.get(open.key);
    if (names) names.push(name);
    else needs.set(open.key, [name]);
  }
};

const readLine = (raw: string, reading: Reading): void => {
  const line = raw.trim();
  const depth = line.length === raw.length ? 0 : raw.length - raw.trimStart().length;
  if (depth === 0) {
    reading.open = undefined;
    reading.remote = '';
    if (sources.has(line)) reading.source = line;
    else if (line.startsWith('GROUP ')) reading.group = line.slice(6).trim().toLowerCase();
    // These are settings of the group, such as `RESTRICTION: == net8.0`.
    else if (!/^[A-Z][A-Z-]{1,40}:/.test(line)) reading.notes.add(unreadableEntries, line.slice(0, 80));
  } else if (depth <= 3) {
    if (line.startsWith('remote:')) reading.remote = line.slice(7).trim();
  } else if (depth <= 5) addPackage(line, reading);
  else addNeed(line, reading);
};

/** Connects the packages of each group, which is resolved separately. */
const connect = ({ packages, needs, notes }: Reading): void => {
  for (const [key, names] of needs) {
    const group = key.slice(0, key.indexOf('/'));
    const found = packages.get(key);
    if (!found) continue;
    const keys = names.map((name) => keyOf(group, name));
    for (const [at, name] of names.entries())
      if (!packages.has(keys[at]!)) notes.add(missingDependencies, name);
    found.dependsOn = unique(keys);
  }
};

/** Reads paket.lock: every group with its graph. paket.dependencies next to it states what is direct. */
export const readPaketLock: LockfileReader = ({ path, text, notes, readText }) => {
  const reading: Reading = {
    packages: new Map(),
    needs: new Map(),
    notes,
    group: 'main',
    source: '',
    remote: '',
  };
  for (const raw of linesOf(text)) {
    if (raw.length > longestLine) notes.add(unreadableEntries, raw.slice(0, 80));
    else if (raw.trim() !== '') readLine(raw, reading);
  }
  if (reading.source === '' && !/^[A-Z][A-Z-]{1,40}:/m.test(text))
    throw new UnreadableFile('it has no source of packages');
  noteOpenEnd(text, notes);
  connect(reading);
  const packages = [...reading.packages.values()];
  const manifest = readText(siblingPath(path, 'paket.dependencies'));
  const roots = emptyRoots();
  const scopeOf = (key: string): 'dev' | 'required' =>
    forDevelopment.test(key.slice(0, key.indexOf('/'))) ? 'dev' : 'required';
  if (manifest === undefined) {
    noteUnconfirmed('paket.dependencies', notes);
    const needed = new Set<string>();
    for (const { dependsOn = [] } of packages) for (const key of dependsOn) needed.add(key);
    for (const { key } of packages) if (!needed.has(key)) roots[scopeOf(key)].push(key);
    return { packages, roots };
  }
  for (const { group, name } of packagesRequestedOfPaket(manifest)) {
    const key = keyOf(group, name);
    notes.addRequest(name, reading.packages.has(key));
    roots[scopeOf(key)].push(key);
  }
  // Files from repositories are requested one by one.
  for (const { key, ecosystem } of packages) if (!ecosystem) roots[scopeOf(key)].push(key);
  return { packages, roots };
};
