import type { ComponentHash } from '@scangate/engines/model/component';
import { fileHashesAt } from '../hashes.ts';
import { publicUrl, vcsUrl } from '../package-address.ts';
import { limitPackages } from '../package-limit.ts';
import type { JsonCursor } from '../parse/json-cursor.ts';
import { membersAt, textAt } from '../parse/json-members.ts';
import { readJson } from '../parse/parse-document.ts';
import { noteUncoveredBelow } from '../uncovered-manifests.ts';
import { noteUnlistedRequests, pythonManifests, readPipfile } from './python-manifest.ts';
import { pinnedPypiVersion, pypiName } from './python-requirement.ts';
import {
  emptyRoots,
  rootKinds,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { packagesByName } from '../unmet-ranges.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText, member } from '../parse/untrusted-value.ts';

/** An entry of a category. */
interface Listed {
  name: string;
  version: string | undefined;
  hashes: ComponentHash[];
  hasIndex: boolean;
  /** The fields that name its source, unless that is an index. */
  source: Readonly<Record<string, unknown>> | undefined;
}

const sourceFields: ReadonlySet<string> = new Set(['path', 'git', 'ref', 'file']);

const readListed = (cursor: JsonCursor, name: string): Listed => {
  const listed: Listed = { name, version: undefined, hashes: [], hasIndex: false, source: undefined };
  if (cursor.enterObject())
    for (let field = cursor.nextKey(); field !== undefined; field = cursor.nextKey()) {
      if (field === 'version') listed.version = textAt(cursor);
      else if (field === 'hashes') listed.hashes = fileHashesAt(cursor);
      else if (sourceFields.has(field)) listed.source = { ...listed.source, [field]: cursor.value() };
      else {
        if (field === 'index') listed.hasIndex = true;
        cursor.skip();
      }
    }
  return listed;
};

interface LockDocument {
  hasMeta: boolean;
  categories: Map<string, Listed[]>;
}

const readDocument = (text: string): LockDocument => {
  const document: LockDocument = { hasMeta: false, categories: new Map() };
  readJson(text, (cursor) => {
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey())
      if (key === '_meta') {
        document.hasMeta = cursor.isObject();
        cursor.skip();
      } else document.categories.set(key, [...(membersAt(cursor, readListed)?.values() ?? [])]);
  });
  return document;
};

const sourceOf = (stated: unknown): Partial<FoundPackage> => {
  if (asText(member(stated, 'path'), 2048)) return { local: 'path' };
  const git = asText(member(stated, 'git'), 2048);
  if (git) {
    const commit = asText(member(stated, 'ref')) ?? '';
    return { ecosystem: 'PyPI', origin: { kind: 'git', url: vcsUrl(`${git}#${commit}`) } };
  }
  const file = asText(member(stated, 'file'), 2048);
  if (!file) return { ecosystem: 'PyPI' };
  return /^https?:/.test(file)
    ? { ecosystem: 'PyPI', origin: { kind: 'url', url: publicUrl(file) } }
    : { local: 'path' };
};

const packageOf = (category: string, listed: Listed): FoundPackage => {
  const { hashes, source } = listed;
  const version = pinnedPypiVersion(listed.version ?? '') || undefined;
  const name = pypiName(listed.name);
  const key = `${category}:${name}`;
  const scope = category === 'develop' ? 'dev' : 'required';
  if (source === undefined) return { key, ecosystem: 'PyPI', name, version, scope, hashes };
  return { key, name, ...(version && { version }), ...sourceOf(source), scope, hashes };
};

/** Reads Pipfile.lock: `default`, `develop` and categories of the project's own. It has no graph. */
export const readPipfileLock: LockfileReader = (input) => {
  const { path, text, notes, readText } = input;
  const { hasMeta, categories } = readDocument(text);
  if (!hasMeta) throw new UnreadableFile('it has no _meta section');
  const packages: FoundPackage[] = [];
  const indexed = new Set<string>();
  for (const [category, table] of categories)
    for (const listed of limitPackages(table, notes)) {
      if (!asText(listed.name)) {
        notes.add(unreadableEntries, listed.name);
        continue;
      }
      const found = packageOf(category, listed);
      packages.push(found);
      if (listed.hasIndex) indexed.add(found.key);
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
