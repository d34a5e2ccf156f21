import { publicUrl, vcsUrl } from '../package-address.ts';
import { limitPackages } from '../package-limit.ts';
import { parseJson } from '../parse/parse-document.ts';
import { unreadableEntries, emptyRoots, type FoundPackage, type LockfileReader } from '../lockfile-reader.ts';
import { swiftManifestUrls } from './swift-manifest.ts';
import { swiftPackageName } from './swift-name.ts';
import { directoryOf } from '@scangate/engines/units/paths';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asText, member } from '../parse/untrusted-value.ts';

/** Returns the pins. Version 1 keeps them in `object` and calls the URL `repositoryURL`. */
const pinsOf = (document: unknown): readonly unknown[] => {
  const stated = member(document, 'pins') ?? member(member(document, 'object'), 'pins');
  if (!Array.isArray(stated)) throw new UnreadableFile('it has no pins');
  return asList(stated);
};

const packageOf = (pin: unknown): FoundPackage | undefined => {
  const location = asText(member(pin, 'location') ?? member(pin, 'repositoryURL'), 2048) ?? '';
  const identity = asText(member(pin, 'identity') ?? member(pin, 'package'));
  const state = member(pin, 'state');
  const version = asText(member(state, 'version'));
  const revision = asText(member(state, 'revision'));
  if (member(pin, 'kind') === 'localSourceControl')
    return identity ? { key: identity, name: identity, local: 'path' } : undefined;
  const name = swiftPackageName(location);
  // A registry package has an identity (`scope.name`) and no URL that advisories use.
  if (!name) {
    if (!identity || (!version && !revision)) return undefined;
    return { key: identity, name: identity, ...(version && { version }) };
  }
  const key = name.toLowerCase();
  if (version) return { key, ecosystem: 'SwiftURL', name, version };
  return {
    key,
    ecosystem: 'SwiftURL',
    name,
    // A branch is not a version; the commit identifies the source.
    ...(revision && { origin: { kind: 'git', url: vcsUrl(`${publicUrl(location)}#${revision}`) } }),
  };
};

/**
 * Reads Package.resolved, versions 1 to 3. It has no graph; Package.swift shows what is direct, if it is
 * literal.
 */
export const readPackageResolved: LockfileReader = ({ path, text, notes, readText, findNearby }) => {
  const packages = new Map<string, FoundPackage>();
  for (const pin of limitPackages(pinsOf(parseJson(text)), notes)) {
    const found = packageOf(pin);
    if (found) packages.set(found.key, found);
    else notes.add(unreadableEntries, asText(member(pin, 'identity')) ?? 'a pin without address or version');
  }
  // A package elsewhere below the lockfile may have a lockfile of its own.
  for (const url of swiftManifestUrls(readText(`${directoryOf(path)}Package.swift`))) {
    const name = swiftPackageName(url);
    if (name !== undefined) notes.addRequest(name, packages.has(name.toLowerCase()));
  }
  const manifests = new Set([`${directoryOf(path)}Package.swift`, ...findNearby('Package.swift')]);
  const declared = [...manifests].flatMap((manifest) => swiftManifestUrls(readText(manifest)));
  const direct = declared
    .flatMap((url) => swiftPackageName(url)?.toLowerCase() ?? [])
    .filter((key) => packages.has(key));
  const all = [...packages.values()];
  return direct.length === 0
    ? { packages: all }
    : { packages: all, roots: { ...emptyRoots(), required: direct } };
};
