import semver from 'semver';
import { unmetRequests } from '../unmet-ranges.ts';
import { sourceOfSpec, splitSpec } from '../npm/npm-spec.ts';
import { memberManifests } from '../npm/member-manifests.ts';
import { readPackageJson, type PackageJson } from '../npm/package-json.ts';
import type { Notes } from '../gap-notes.ts';
import { limitPackages } from '../package-limit.ts';
import {
  unreadableEntries,
  missingDependencies,
  signsOfCut,
  noteOpenEnd,
  emptyRoots,
  type FoundPackage,
  type LockfileContent,
  type LockfileInput,
} from '../lockfile-reader.ts';
import { directoryOf } from '@scangate/engines/units/paths';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asTable, asText, entriesOf, member, type Table } from '../parse/untrusted-value.ts';
import { Descriptors } from './yarn-descriptors.ts';
import { berryResolutions, type Requester } from './yarn-resolutions.ts';

interface Entry {
  table: Table;
  found: FoundPackage;
  /** The package as its resolution names it, as the one that requests others. */
  requester: Requester;
  /** Relative to the lockfile, for a workspace of this repository; '.' is the unit itself. */
  workspace?: string;
}

const workspaceMark = 'workspace:';
const patchMark = 'patch:';

/**
 * Resolves a patch to the patched package: `left-pad@patch:left-pad@npm%3A1.3.0#…` is `left-pad@npm:1.3.0`.
 */
const unpatched = (resolution: string): string => {
  let current = resolution;
  for (let round = 0; round < 8; round += 1) {
    const { range } = splitSpec(current);
    if (!range.startsWith(patchMark)) return current;
    const source = range.slice(patchMark.length).split('#', 1)[0] ?? '';
    current = source
      .replaceAll('%3A', ':')
      .replaceAll('%2F', '/')
      .replaceAll('%40', '@')
      .replaceAll('%25', '%');
  }
  return current;
};

/** Reads the source. An npm resolution may carry parameters: `npm:1.0.0::__archiveUrl=…`. */
const sourceOf = (range: string): Pick<FoundPackage, 'local' | 'origin' | 'ecosystem'> => {
  if (range.startsWith('npm:')) return { ecosystem: 'npm' };
  if (range.startsWith(workspaceMark)) return { local: 'member' };
  const source = sourceOfSpec(range);
  return source.local ? source : { ...source, ecosystem: 'npm' };
};

const entryOf = (table: Table): Entry | undefined => {
  const resolution = asText(member(table, 'resolution'), 4096);
  if (!resolution) return undefined;
  const key = unpatched(resolution);
  const { name, range } = splitSpec(key);
  // The resolution is what Yarn installs; the version next to it is informational.
  const version = asText(/^npm:(\d[^:]{0,255})/.exec(range)?.[1]) ?? asText(member(table, 'version'));
  if (!asText(name) || !range) return undefined;
  const source = sourceOf(range);
  // Yarn writes `0.0.0-use.local` for its own workspaces.
  const found = { key, name, ...source, ...(version && !source.local && { version }) };
  const { name: own, range: reference } = splitSpec(resolution);
  const entry = { table, found, requester: { name: own, reference } };
  return range.startsWith(workspaceMark) ? { ...entry, workspace: range.slice(workspaceMark.length) } : entry;
};

const optionalNames = (table: Table): Set<string> =>
  new Set(
    entriesOf(member(table, 'dependenciesMeta')).flatMap(([name, meta]) =>
      member(meta, 'optional') === 'true' ? [name] : [],
    ),
  );

const rangesOf = (table: Table): [string, string][] =>
  entriesOf(member(table, 'dependencies')).flatMap(([name, range]): [string, string][] =>
    typeof range === 'string' ? [[name, range]] : [],
  );

/**
 * Returns the kind of a dependency. A workspace's entry mixes all kinds; only its package.json
 * distinguishes them.
 */
const kindOf = (manifest: PackageJson | undefined, name: string): 'required' | 'optional' | 'dev' => {
  if (!manifest || manifest.required.has(name)) return 'required';
  if (manifest.optional.has(name)) return 'optional';
  return manifest.dev.has(name) ? 'dev' : 'required';
};

const connect = (entry: Entry, descriptors: Descriptors, notes: Notes): void => {
  const optional = optionalNames(entry.table);
  const hard: [string, string][] = [];
  const soft: [string, string][] = [];
  for (const range of rangesOf(entry.table)) (optional.has(range[0]) ? soft : hard).push(range);
  const { requester } = entry;
  if (entry.workspace === undefined)
    for (const range of hard)
      if (!descriptors.has(...range, requester)) notes.add(missingDependencies, range.join('@'));
  entry.found.dependsOn = descriptors.findAll(hard, requester);
  entry.found.optionallyDependsOn = descriptors.findAll(soft, requester);
};

/** Notes requests of a manifest that its workspace's entry lacks, and a member without an entry. */
const noteUnlisted = (
  entries: ReadonlyMap<string, Entry>,
  manifests: ReadonlyMap<string, PackageJson>,
  { input, descriptors }: { input: LockfileInput; descriptors: Descriptors },
): void => {
  const workspaces = new Map([...entries.values()].map((entry) => [entry.workspace, entry]));
  for (const [directory, { required, optional, dev, name }] of manifests) {
    const entry = workspaces.get(directory || '.');
    if (!entry) input.notes.add(signsOfCut, `no entry of the workspace ${name ?? directory}`);
    const listed = new Set(entry && rangesOf(entry.table).map(([each]) => each));
    // An entry that depends on it has already recorded whether it is in the file.
    for (const [each, range] of [...required, ...optional, ...dev])
      if (!listed.has(each)) input.notes.addRequest(each, false);
      // The entry copies the manifest: where that asks for something else, Yarn resolves it afresh.
      else if (semver.validRange(range) !== null && !descriptors.has(each, range, entry?.requester))
        input.notes.add(unmetRequests, `${each}@${range}`);
  }
};

/** Notes parts that Yarn would not have omitted from the file's head and from its last entry. */
const noteCut = (entries: readonly Entry[], { text, notes }: LockfileInput): void => {
  noteOpenEnd(text, notes);
  if (!entries.some(({ workspace }) => workspace === '.'))
    notes.add(signsOfCut, 'no entry of the project itself');
  const last = entries.at(-1);
  if (last && member(last.table, 'linkType') === undefined)
    notes.add(signsOfCut, `the last entry, ${last.found.name}, is not whole`);
};

/** Reads the lockfile of Yarn 2 and later. Checksums are not used: they belong to archives that Yarn repacks. */
export const readYarnBerry = (document: Table, input: LockfileInput): LockfileContent => {
  const { path, notes, readText } = input;
  const descriptors = new Descriptors();
  const entries = new Map<string, Entry>();
  for (const [patterns, value] of limitPackages(entriesOf(document), notes)) {
    if (patterns === '__metadata') continue;
    const entry = entryOf(asTable(value) ?? {});
    if (!entry) {
      notes.add(unreadableEntries, patterns);
      continue;
    }
    if (!entries.has(entry.found.key)) entries.set(entry.found.key, entry);
    for (const pattern of patterns.split(/,\s+/)) {
      const { name, range } = splitSpec(pattern);
      descriptors.add(name, range, entry.found.key);
    }
  }
  if (!asTable(member(document, '__metadata'))) throw new UnreadableFile('it has no __metadata');
  const { members, isCertain } = memberManifests(input, {
    has: (name, range) => descriptors.has(name, range),
  });
  const manifests = new Map(members.map(({ directory, manifest }) => [directory, manifest]));
  const root = manifests.get('');
  if (root) descriptors.replace(berryResolutions(root, member(document, '__metadata')));
  noteUnlisted(entries, isCertain ? manifests : new Map([...manifests].slice(0, 1)), { input, descriptors });
  noteCut([...entries.values()], input);
  const roots = emptyRoots();
  for (const entry of entries.values()) {
    connect(entry, descriptors, notes);
    if (entry.workspace === undefined) continue;
    if (entry.workspace !== '.') roots.required.push(entry.found.key);
    const inside = entry.workspace === '.' ? '' : `${entry.workspace}/`;
    const manifest = readPackageJson(readText(`${directoryOf(path)}${inside}package.json`));
    const ranges = rangesOf(entry.table);
    const { requester } = entry;
    for (const [name, range] of ranges) notes.addRequest(name, descriptors.has(name, range, requester));
    const needed = ranges.filter(([name]) => kindOf(manifest, name) !== 'dev');
    entry.found.dependsOn = descriptors.findAll(needed, requester);
    for (const range of ranges) {
      for (const key of descriptors.findAll([range], requester)) roots[kindOf(manifest, range[0])].push(key);
    }
  }
  const packages = [...entries.values()].filter(({ workspace }) => workspace !== '.');
  return { packages: packages.map(({ found }) => found), roots };
};
