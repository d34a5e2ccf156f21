import { posix } from 'node:path';
import { siblingPath } from '@scangate/engines/units/paths';
import { parseYamlStream, tryParse } from '../parse/parse-document.ts';
import { asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';
import {
  noteOpenEnd,
  rootKinds,
  signsOfCut,
  type FoundPackage,
  type LockfileInput,
  type Roots,
} from '../lockfile-reader.ts';
import { noteUnmetRequest, rangesUnder, type RequestedPackage } from './requested-version.ts';
import { memberManifests } from './member-manifests.ts';
import { directOverrides, rangeIn, type Overrides, type PackageJson } from './package-json.ts';
import { withoutPeers, type PnpmKeyFormat } from './pnpm-keys.ts';

/** One document of the file with the packages read from it. */
export interface PnpmGraph {
  form: PnpmKeyFormat;
  importers: readonly [string, unknown][];
  packages: ReadonlyMap<string, FoundPackage>;
  roots: Roots;
}

const tables = ['dependencies', 'optionalDependencies', 'devDependencies'] as const;

/** Specifiers of directories, which pnpm may leave out of the lockfile. */
const isLinked = (range: string): boolean => /^(?:link|workspace):/.test(range);

const namesOf = (importer: unknown): Set<string> =>
  new Set(tables.flatMap((table) => entriesOf(member(importer, table)).map(([name]) => name)));

const workspaceOf = ({ path, readText }: LockfileInput): unknown =>
  tryParse(readText(siblingPath(path, 'pnpm-workspace.yaml')), parseYamlStream)?.[0];

const workspacePatterns = (input: LockfileInput): string[] | undefined => {
  const workspace = workspaceOf(input);
  return workspace === undefined ? undefined : textsOf(member(workspace, 'packages'));
};

/** Returns the range for `catalog:` or `catalog:name`, from the workspace's file or the lockfile's copy. */
const catalogRanges = (document: Table, input: LockfileInput) => {
  const workspace = workspaceOf(input);
  return (name: string, range: string): string => {
    if (!range.startsWith('catalog:')) return range;
    const called = range.slice('catalog:'.length) || 'default';
    const named = member(member(member(workspace, 'catalogs'), called), name);
    const inWorkspace =
      named ?? (called === 'default' ? member(member(workspace, 'catalog'), name) : undefined);
    const copied = member(member(member(member(document, 'catalogs'), called), name), 'specifier');
    return asText(inWorkspace) ?? asText(copied) ?? range;
  };
};

/** The configuration that replaces ranges of the manifests, or takes dependencies out of them. */
interface PnpmConfiguration {
  overrides: Overrides;
  ignored: ReadonlySet<string>;
}

/** Reads it where pnpm does. It resolves a lockfile afresh whose own copy differs. */
const configurationOf = (root: PackageJson | undefined, workspace: unknown): PnpmConfiguration => {
  const ofWorkspace = directOverrides(member(workspace, 'overrides'));
  const ignored = [...(root?.ignored ?? []), ...textsOf(member(workspace, 'ignoredOptionalDependencies'))];
  return {
    overrides: new Map([...(root?.overrides.pnpm ?? []), ...ofWorkspace]),
    ignored: new Set(ignored),
  };
};

/** The importers of a document with what they resolve to. */
interface PnpmImports {
  importers: readonly [string, unknown][];
  find: (directory: string, dependency: [string, unknown]) => FoundPackage | undefined;
}

/** Notes requests of the manifests that their importers lack, and workspace members without an importer. */
export const noteUnlistedImports = (
  document: Table,
  { importers, find }: PnpmImports,
  input: LockfileInput,
): void => {
  const { notes } = input;
  const byDirectory = new Map(
    importers.map(([directory, importer]) => [posix.normalize(directory), importer]),
  );
  const imported = new Set(importers.flatMap(([, importer]) => [...namesOf(importer)]));
  const patterns = workspacePatterns(input) ?? [];
  const { members, isCertain } = memberManifests(input, { patterns, has: (name) => imported.has(name) });
  const rangeOf = catalogRanges(document, input);
  const root = members[0]?.manifest;
  const { overrides, ignored } = configurationOf(root, workspaceOf(input));
  const rangesOf = ({ name, range }: RequestedPackage): string[] => {
    const asked = { name, range: rangeOf(name, range) };
    const ranges = rangesUnder(overrides, asked, (other) => root && rangeIn(root, other));
    return ranges.map((each) => rangeOf(name, each));
  };
  for (const { directory, manifest } of members) {
    if (directory !== '' && !isCertain) continue;
    const importer = byDirectory.get(directory || '.');
    if (!importer && directory !== '') notes.add(signsOfCut, `no importer ${directory}`);
    const listed = new Map(tables.flatMap((table) => entriesOf(member(importer, table))));
    for (const [name, range] of rootKinds.flatMap((kind) => [...manifest[kind]])) {
      const ranges = rangesOf({ name, range });
      const isLeftOut = ranges.some((each) => each === '-' || isLinked(each));
      if (isLinked(range) || isLeftOut || (ignored.has(name) && manifest.optional.has(name))) continue;
      if (!listed.has(name)) notes.addRequest(name, false);
      else {
        const asked = { name, range: rangeOf(name, range) };
        noteUnmetRequest(asked, find(directory, [name, listed.get(name)]), { notes, ranges });
      }
    }
  }
};

/** Notes tables without content: pnpm writes only tables that have some. */
const noteEmptyTables = (document: Table, input: LockfileInput): void => {
  for (const [name, value] of entriesOf(document))
    if (value === null) input.notes.add(signsOfCut, `nothing follows ${name}`);
};

/** Notes names that lockfile 5 lists with specifiers but without versions. */
const noteUnresolvedSpecifiers = (importer: unknown, { notes }: LockfileInput): void => {
  const listed = namesOf(importer);
  for (const [name, specifier] of entriesOf(member(importer, 'specifiers')))
    if (!listed.has(name) && !isLinked(String(specifier))) notes.addRequest(name, false);
};

/** Since version 9 each package has an entry in `packages` and at least one in `snapshots`. */
const noteUnpaired = (document: Table, { notes }: LockfileInput): void => {
  const keysOf = (table: string): Set<string> =>
    new Set(entriesOf(member(document, table)).map(([key]) => withoutPeers(key, 'at')));
  const [packages, snapshots] = [keysOf('packages'), keysOf('snapshots')];
  for (const key of packages) if (!snapshots.has(key)) notes.add(signsOfCut, `no snapshot of ${key}`);
  for (const key of snapshots) if (!packages.has(key)) notes.add(signsOfCut, `no package ${key}`);
};

/** Returns the keys that are reachable from the given roots. */
const reach = (packages: ReadonlyMap<string, FoundPackage>, roots: readonly string[]): Set<string> => {
  const seen = new Set<string>();
  const open = [...roots];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const found = packages.get(key);
    if (!found || seen.has(key)) continue;
    seen.add(key);
    open.push(...(found.dependsOn ?? []), ...(found.optionallyDependsOn ?? []));
  }
  return seen;
};

/**
 * Notes a last entry that lacks its `dev` mark, with which each entry of the versions before 9 ends unless it
 * is needed both in production and for development.
 */
const noteUnmarkedEnd = (
  document: Table,
  { form, packages, roots }: PnpmGraph,
  { notes }: LockfileInput,
): void => {
  const entries = entriesOf(member(document, 'packages'));
  const last = entries.at(-1);
  if (!last || member(last[1], 'dev') !== undefined) return;
  const key = withoutPeers(last[0], form);
  const isShared = [[...roots.required, ...roots.optional], roots.dev].every((from) =>
    reach(packages, from).has(key),
  );
  if (!isShared) notes.add(signsOfCut, `the last entry, ${key}, is not whole`);
};

/** Notes parts that pnpm would not have omitted from a document. */
export const noteCutDocument = (document: Table, graph: PnpmGraph, input: LockfileInput): void => {
  noteOpenEnd(input.text, input.notes);
  noteEmptyTables(document, input);
  for (const [, importer] of graph.importers) noteUnresolvedSpecifiers(importer, input);
  if (graph.importers.every(([, importer]) => namesOf(importer).size === 0) && graph.packages.size === 0)
    input.notes.add(signsOfCut, 'no importer asks for anything');
  if (Number.parseFloat(String(member(document, 'lockfileVersion'))) >= 9) noteUnpaired(document, input);
  else noteUnmarkedEnd(document, graph, input);
};
