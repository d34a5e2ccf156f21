import { publicUrl, vcsUrl } from '../package-address.ts';
import { limitPackages } from '../package-limit.ts';
import type { JsonCursor } from '../parse/json-cursor.ts';
import { itemsAt } from '../parse/json-members.ts';
import { readJson } from '../parse/parse-document.ts';
import { unreadableEntries, emptyRoots, type FoundPackage, type LockfileReader } from '../lockfile-reader.ts';
import { swiftManifestUrls } from './swift-manifest.ts';
import { swiftPackageName } from './swift-name.ts';
import { directoryOf } from '@scangate/engines/units/paths';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText } from '../parse/untrusted-value.ts';

/** A pin, whose texts are as they are written; version 1 has other names for the first two. */
interface Pin {
  location: string | undefined;
  repositoryURL: string | undefined;
  identity: string | undefined;
  package: string | undefined;
  kind: string | undefined;
  version: string | undefined;
  revision: string | undefined;
}

const readState = (cursor: JsonCursor, pin: Pin): void => {
  [pin.version, pin.revision] = [undefined, undefined];
  if (!cursor.enterObject()) return;
  for (let field = cursor.nextKey(); field !== undefined; field = cursor.nextKey()) {
    if (field === 'version') pin.version = cursor.text();
    else if (field === 'revision') pin.revision = cursor.text();
    else cursor.skip();
  }
};

const readPin = (cursor: JsonCursor): Pin => {
  const pin: Pin = {
    location: undefined,
    repositoryURL: undefined,
    identity: undefined,
    package: undefined,
    kind: undefined,
    version: undefined,
    revision: undefined,
  };
  if (!cursor.enterObject()) return pin;
  for (let field = cursor.nextKey(); field !== undefined; field = cursor.nextKey()) {
    if (field === 'location' || field === 'repositoryURL') pin[field] = cursor.text();
    else if (field === 'identity' || field === 'package') pin[field] = cursor.text();
    else if (field === 'kind') pin.kind = cursor.text();
    else if (field === 'state') readState(cursor, pin);
    else cursor.skip();
  }
  return pin;
};

/** Reads the pins, which version 1 keeps in `object`. @throws UnreadableFile */
const readPins = (text: string): readonly Pin[] => {
  let pins: Pin[] | 'none' | undefined;
  let oldPins: Pin[] | undefined;
  readJson(text, (cursor) => {
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
      if (key === 'pins') {
        const otherwise = cursor.isNull() ? undefined : 'none';
        pins = itemsAt(cursor, readPin) ?? otherwise;
      } else if (key === 'object') oldPins = oldPinsAt(cursor);
      else cursor.skip();
    }
  });
  const found = pins ?? oldPins;
  if (!found || found === 'none') throw new UnreadableFile('it has no pins');
  return found;
};

const oldPinsAt = (cursor: JsonCursor): Pin[] | undefined => {
  let pins: Pin[] | undefined;
  if (cursor.enterObject())
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
      if (key === 'pins') pins = itemsAt(cursor, readPin);
      else cursor.skip();
    }
  return pins;
};

const identityOf = (pin: Pin): string | undefined => asText(pin.identity ?? pin.package);

const packageOf = (pin: Pin): FoundPackage | undefined => {
  const { kind, revision: commit } = pin;
  const location = asText(pin.location ?? pin.repositoryURL, 2048) ?? '';
  if (kind === 'localSourceControl') {
    const identity = identityOf(pin);
    return identity ? { key: identity, name: identity, local: 'path' } : undefined;
  }
  const name = swiftPackageName(location);
  const version = asText(pin.version);
  // A registry package has an identity (`scope.name`) and no URL that advisories use.
  if (!name) {
    const identity = identityOf(pin);
    if (!identity || (!version && !asText(commit))) return undefined;
    return { key: identity, name: identity, ...(version && { version }) };
  }
  const key = name.toLowerCase();
  if (version) return { key, ecosystem: 'SwiftURL', name, version };
  const revision = asText(commit);
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
  for (const pin of limitPackages(readPins(text), notes)) {
    const found = packageOf(pin);
    if (found) packages.set(found.key, found);
    else notes.add(unreadableEntries, identityOf(pin) ?? 'a pin without address or version');
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
