import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asTable, asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';
import type { JsonCursor } from '../parse/json-cursor.ts';
import { readJson } from '../parse/parse-document.ts';
import { plainPurl, purlOfType } from '@scangate/engines/purl/purl-of-type';
import { maxPackages } from '../package-limit.ts';
import {
  emptyRoots,
  missingDependencies,
  signsOfCut,
  unreadableEntries,
  type FoundPackage,
  type LockfileContent,
  type LockfileReader,
} from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { mavenArtifacts } from './extension-artifacts.ts';

const moduleOf = (name: string, version: string): FoundPackage => {
  const key = `${name}@${version}`;
  const purl = plainPurl('bazel', name, version);
  if (purl !== undefined) return { key, name, version, purl };
  return { key, name, version, ...purlOfType({ type: 'bazel', name, version }) };
};

/** `https://registry/modules/name/1.0/source.json`: Bazel fetches this file only for the versions that it selects. */
const sourceFile = /\/modules\/([^/\s]{1,200})\/([^/\s]{1,200})\/source\.json$/;

/** Reads the registry files that Bazel fetched, as Bazel 7.2 and later list them: whether the registry has each. */
const readRegistryFiles = (cursor: JsonCursor): Map<string, boolean> | undefined => {
  if (!cursor.enterObject()) return undefined;
  const files = new Map<string, boolean>();
  for (let address = cursor.nextKey(); address !== undefined; address = cursor.nextKey()) {
    // A file that a registry does not have is listed with null.
    const isPresent = !cursor.isNull();
    cursor.skip();
    if (address.endsWith('/source.json')) files.set(address, isPresent);
  }
  return files;
};

const modulesOf = (files: ReadonlyMap<string, boolean>, notes: Notes): FoundPackage[] => {
  const found = new Map<string, FoundPackage>();
  for (const [address, isPresent] of files) {
    if (!isPresent) continue;
    const [, name, version] = sourceFile.exec(address) ?? [];
    if (name === undefined || version === undefined) {
      notes.add(unreadableEntries, address);
      continue;
    }
    const module = moduleOf(name, version);
    if (found.size >= maxPackages && !found.has(module.key)) notes.addOmitted(1);
    else found.set(module.key, module);
  }
  return [...found.values()];
};

/** Reads the graph that Bazel 6 and 7.0 write; `_` is the version of modules built into Bazel. */
const readGraph = (graph: Table, notes: Notes): LockfileContent => {
  const roots = emptyRoots();
  const packages: FoundPackage[] = [];
  for (const [key, entry] of entriesOf(graph)) {
    const dependsOn = [
      ...new Set(entriesOf(member(entry, 'deps')).flatMap(([, each]) => asText(each) ?? [])),
    ];
    for (const each of dependsOn) if (!Object.hasOwn(graph, each)) notes.add(missingDependencies, each);
    if (key === '<root>') roots.required.push(...dependsOn);
    if (key === '<root>' || key.endsWith('@_')) continue;
    const name = asText(member(entry, 'name'));
    const version = asText(member(entry, 'version'));
    // A module that an override takes from elsewhere has no version.
    if (name === undefined) notes.add(unreadableEntries, key);
    else if (packages.length >= maxPackages) notes.addOmitted(1);
    else packages.push({ ...(version ? moduleOf(name, version) : { name, local: 'path' }), key, dependsOn });
  }
  return { packages, roots };
};

interface LockDocument {
  graph: Table | undefined;
  files: ReadonlyMap<string, boolean> | undefined;
  extensions: Table | undefined;
  yanked: Table | undefined;
}

const readDocument = (text: string): LockDocument => {
  const document: LockDocument = {
    graph: undefined,
    files: undefined,
    extensions: undefined,
    yanked: undefined,
  };
  readJson(text, (cursor) => {
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
      if (key === 'registryFileHashes') document.files = readRegistryFiles(cursor);
      else if (key === 'moduleDepGraph') document.graph = asTable(cursor.value());
      else if (key === 'moduleExtensions') document.extensions = asTable(cursor.value());
      else if (key === 'selectedYankedVersions') document.yanked = asTable(cursor.value());
      else cursor.skip();
    }
  });
  return document;
};

/**
 * Reads MODULE.bazel.lock: the selected Bazel modules, and the Maven artifacts whose URLs the module extensions
 * record in it. Since Bazel 7.2 the file has no graph.
 */
export const readModuleLock: LockfileReader = ({ text, notes }) => {
  const { graph, files, extensions, yanked } = readDocument(text);
  if (!graph && !files) throw new UnreadableFile('it has neither a graph of modules nor files of registries');
  const { packages, roots } = graph
    ? readGraph(graph, notes)
    : { packages: modulesOf(files ?? new Map(), notes), roots: undefined };
  if (extensions === undefined) notes.add(signsOfCut, 'no table of module extensions');
  const artifacts = mavenArtifacts(extensions, notes);
  for (const version of textsOf(Object.keys(yanked ?? {})))
    notes.add('versions that their registry has withdrawn', version);
  if (!roots) return { packages: [...packages, ...artifacts] };
  return {
    packages: [...packages, ...artifacts],
    roots: { ...roots, required: [...roots.required, ...artifacts.map(({ key }) => key)] },
  };
};
