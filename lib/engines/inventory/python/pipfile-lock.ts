import { fileHashes } from '../hashes.ts';
import { publicUrl, vcsUrl } from '../package-address.ts';
import { limitPackages } from '../package-limit.ts';
import { parseJson } from '../parse/parse-document.ts';
import { noteUncoveredBelow } from '../uncovered-manifests.ts';
import { noteUnlistedRequests, pythonManifests, readPipfile } from './python-manifest.ts';
import { pinnedPypiVersion, pypiName } from './python-requirement.ts';
import { emptyRoots, rootKinds, type FoundPackage, type LockfileReader } from '../lockfile-reader.ts';
import { packagesByName } from '../unmet-ranges.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asTable, asText, entriesOf, member, textsOf } from '../parse/untrusted-value.ts';

const fromRegistry = { ecosystem: 'PyPI' } as const;

const sourceOf = (entry: unknown): Partial<FoundPackage> => {
  if (asText(member(entry, 'path'), 2048)) return { local: 'path' };
  const git = asText(member(entry, 'git'), 2048);
  if (git) {
    const commit = asText(member(entry, 'ref')) ?? '';
    return { ecosystem: 'PyPI', origin: { kind: 'git', url: vcsUrl(`${git}#${commit}`) } };
  }
  const file = asText(member(entry, 'file'), 2048);
  if (!file) return fromRegistry;
  return /^https?:/.test(file)
    ? { ecosystem: 'PyPI', origin: { kind: 'url', url: publicUrl(file) } }
    : { local: 'path' };
};

const packageOf = (category: string, stated: string, entry: unknown): FoundPackage => {
  const version = pinnedPypiVersion(asText(member(entry, 'version')) ?? '');
  const name = pypiName(stated);
  const key = `${category}:${name}`;
  const scope = category === 'develop' ? 'dev' : 'required';
  const hashes = fileHashes(textsOf(member(entry, 'hashes')));
  const source = sourceOf(entry);
  if (source === fromRegistry && version) return { key, ecosystem: 'PyPI', name, version, scope, hashes };
  return { key, name, ...(version && { version }), ...source, scope, hashes };
};

/** Reads Pipfile.lock: `default`, `develop` and categories of the project's own. It has no graph. */
export const readPipfileLock: LockfileReader = (input) => {
  const { path, text, notes, readText } = input;
  const document = parseJson(text);
  if (!asTable(member(document, '_meta'))) throw new UnreadableFile('it has no _meta section');
  const packages: FoundPackage[] = [];
  const indexed = new Set<string>();
  for (const [category, table] of entriesOf(document)) {
    if (category === '_meta') continue;
    for (const [name, entry] of limitPackages(entriesOf(table), notes)) {
      if (!asText(name)) continue;
      const found = packageOf(category, name, entry);
      packages.push(found);
      if (member(entry, 'index') !== undefined) indexed.add(found.key);
    }
  }
  const manifestPath = siblingPath(path, 'Pipfile');
  const manifest = readPipfile(readText(manifestPath));
  noteUnlistedRequests(manifest, rootKinds, {
    path: manifestPath,
    notes,
    readText,
    find: packagesByName(packages),
  });
  let names: ReadonlySet<string> | undefined;
  noteUncoveredBelow(input, pythonManifests, (name) => {
    names ??= new Set(packages.map((found) => found.name));
    return names.has(name);
  });
  const asked = manifest && new Set([...manifest.required, ...manifest.optional, ...manifest.dev]);
  // Without the Pipfile: pipenv writes an index for packages that the Pipfile names.
  const isDirect = ({ key, name }: FoundPackage): boolean => (asked ? asked.has(name) : indexed.has(key));
  if (!asked && indexed.size === 0) return { packages };
  const roots = { ...emptyRoots(), required: packages.filter(isDirect).map(({ key }) => key) };
  return { packages, roots };
};
