import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asTable, asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';
import { parseJson } from '../parse/parse-document.ts';
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

/** Reads the registry files that Bazel fetched, as Bazel 7.2 and later list them. */
const readRegistryFiles = (files: Table, notes: Notes): FoundPackage[] => {
  const found = new Map<string, FoundPackage>();
  for (const [address, sum] of entriesOf(files)) {
    if (!address.endsWith('/source.json')) continue;
    const [, name, version] = sourceFile.exec(address) ?? [];
    // A file that a registry does not have is listed with null.
    if (name === undefined || version === undefined || sum === null) continue;
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

/**
 * Reads MODULE.bazel.lock: the selected Bazel modules, and the Maven artifacts whose URLs the module extensions
 * record in it. Since Bazel 7.2 the file has no graph.
 */
export const readModuleLock: LockfileReader = ({ text, notes }) => {
  const document = parseJson(text);
  const graph = asTable(member(document, 'moduleDepGraph'));
  const files = asTable(member(document, 'registryFileHashes'));
  if (!graph && !files) throw new UnreadableFile('it has neither a graph of modules nor files of registries');
  const { packages, roots } = graph
    ? readGraph(graph, notes)
    : { packages: readRegistryFiles(files ?? {}, notes), roots: undefined };
  if (asTable(member(document, 'moduleExtensions')) === undefined)
    notes.add(signsOfCut, 'no table of module extensions');
  const artifacts = mavenArtifacts(member(document, 'moduleExtensions'), notes);
  for (const yanked of textsOf(Object.keys(asTable(member(document, 'selectedYankedVersions')) ?? {})))
    notes.add('versions that their registry has withdrawn', yanked);
  if (!roots) return { packages: [...packages, ...artifacts] };
  return {
    packages: [...packages, ...artifacts],
    roots: { ...roots, required: [...roots.required, ...artifacts.map(({ key }) => key)] },
  };
};
