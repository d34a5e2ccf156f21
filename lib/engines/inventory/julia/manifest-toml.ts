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
import { vcsUrl } from '../package-address.ts';
import { asciiClass, consistsOf } from '@scangate/engines/text/ascii-class';
import { unique } from '@scangate/engines/text/unique-texts';
import { limitPackages } from '../package-limit.ts';
import { parseGeneratedToml } from '../parse/generated-toml.ts';
import { parseToml, tryParse } from '../parse/parse-document.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asTable, asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';
import { purlOfType } from '@scangate/engines/purl/purl-of-type';

/** An entry with the name it is listed under. */
interface Entry {
  name: string;
  entry: unknown;
}

const keyOf = ({ name, entry }: Entry): string => asText(member(entry, 'uuid')) ?? name;

/** Packages of the standard library have no tree hash; those without a version of their own have Julia's. */
const versionOf = (entry: unknown, ofJulia: string | undefined): string | undefined =>
  asText(member(entry, 'version')) ?? (member(entry, 'git-tree-sha1') === undefined ? ofJulia : undefined);

const plain = asciiClass(/[\w.-]/);

/** Returns the package URL of a package whose parts need no encoding, as nearly all are; undefined for any other. */
const usualPurl = (
  name: string,
  version: string | undefined,
  qualifiers: { uuid: string; vcs_url?: string },
): { purl: string } | undefined => {
  const { uuid, vcs_url: address } = qualifiers;
  const isPlain = !address && version && consistsOf(name, plain) && consistsOf(version, plain);
  return isPlain && consistsOf(uuid, plain)
    ? { purl: `pkg:julia/${name}@${version}?uuid=${uuid}` }
    : undefined;
};

const packageOf = (each: Entry, ofJulia: string | undefined): FoundPackage | undefined => {
  const { name, entry } = each;
  const uuid = asText(member(entry, 'uuid'));
  if (!asText(name) || uuid === undefined) return undefined;
  const key = keyOf(each);
  const path = asText(member(entry, 'path'), 2048);
  if (path !== undefined)
    return { key, name, local: /^(?:\.\.|[/~\\]|[A-Za-z]:)/.test(path) ? 'path' : 'member' };
  const version = versionOf(entry, ofJulia);
  const address = asText(member(entry, 'repo-url'), 2048);
  const revision = asText(member(entry, 'repo-rev')) ?? '';
  const url = address === undefined ? undefined : vcsUrl(`${address}#${revision}`);
  const qualifiers = { uuid, ...(url && { vcs_url: url }) };
  return {
    key,
    ecosystem: 'Julia',
    name,
    ...(version && { version }),
    ...(usualPurl(name, version, qualifiers) ?? purlOfType({ type: 'julia', name, version, qualifiers })),
    ...(url && { origin: { kind: 'git' as const, url } }),
  };
};

/** Format 1 lists packages at the top, format 2 below `deps`; each name has one or more entries. */
const entriesIn = (document: Table): Entry[] => {
  const isNew = member(document, 'manifest_format') !== undefined;
  const table = isNew ? member(document, 'deps') : document;
  return entriesOf(table).flatMap(([name, entries]) => asList(entries).map((entry) => ({ name, entry })));
};

/** The versions that a manifest lists by UUID, undefined where it states none or several, and that of Julia. */
export interface ListedVersions {
  packages: ReadonlyMap<string, string | undefined>;
  julia: string | undefined;
}

/** Returns the versions of the packages that a manifest lists; none of a text that is no manifest. */
export const versionsIn = (text: string | undefined): ListedVersions => {
  const document = tryParse(text, parseToml);
  const julia = document && asText(member(document, 'julia_version'));
  const packages = new Map<string, string | undefined>();
  for (const { entry } of document ? entriesIn(document) : []) {
    const uuid = asText(member(entry, 'uuid'));
    if (uuid !== undefined) packages.set(uuid, packages.has(uuid) ? undefined : versionOf(entry, julia));
  }
  return { packages, julia };
};

/** Returns the keys of the dependencies: a list of names where those are unique, else a table with their UUIDs. */
const edgesOf = (
  entry: unknown,
  keys: ReadonlyMap<string, string>,
): { name: string; key: string | undefined }[] => {
  const stated = member(entry, 'deps');
  const table = asTable(stated);
  if (table) return entriesOf(table).map(([name, uuid]) => ({ name, key: asText(uuid) }));
  return textsOf(stated).map((name) => ({ name, key: keys.get(name) }));
};

/**
 * Reads Julia's Manifest.toml, formats 1 and 2: every package with its graph, including the standard library.
 * Project.toml next to it states what is direct.
 */
export const readJuliaManifest: LockfileReader = ({ path, text, notes, readText }) => {
  const document = parseGeneratedToml(text);
  const ofJulia = asText(member(document, 'julia_version'));
  const entries = limitPackages(entriesIn(document), notes);
  if (entries.length === 0 && ofJulia === undefined && member(document, 'manifest_format') === undefined)
    throw new UnreadableFile('it is not a manifest of Julia');
  const packages = new Map<string, FoundPackage>();
  const keys = new Map(entries.map((each) => [each.name, keyOf(each)]));
  const listed: [FoundPackage, Entry][] = [];
  for (const each of entries) {
    const found = packageOf(each, ofJulia);
    if (found) {
      found.key = ownKey(packages, found);
      packages.set(found.key, found);
      listed.push([found, each]);
    } else notes.add(unreadableEntries, each.name);
  }
  for (const [found, each] of listed) {
    const needed: string[] = [];
    for (const { name, key } of edgesOf(each.entry, keys)) {
      if (key === undefined || !packages.has(key)) notes.add(missingDependencies, name);
      if (key !== undefined) needed.push(key);
    }
    found.dependsOn = unique(needed);
  }
  noteOpenEnd(text, notes);
  // Julia takes the first of them that is there.
  const [beside] = ['JuliaProject.toml', 'Project.toml'].flatMap(
    (name) => readText(siblingPath(path, name)) ?? [],
  );
  const project = tryParse(beside, parseToml);
  if (!project) {
    noteUnconfirmed('Project.toml', notes);
    return { packages: [...packages.values()] };
  }
  const roots = emptyRoots();
  for (const [name, uuid] of entriesOf(member(project, 'deps'))) {
    const key = asText(uuid) ?? '';
    notes.addRequest(name, packages.has(key));
    roots.required.push(key);
  }
  return { packages: [...packages.values()], roots };
};
