import { fileHashes } from '../hashes.ts';
import {
  noteOpenEnd,
  missingDependencies,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { KeysByName, limitPackages } from '../package-limit.ts';
import { parseOlderYamlStream } from '../parse/parse-document.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';
import { parseRequirement, pypiName } from '../python/python-requirement.ts';
import { archiveOf, condaPackage, hashesIn, noteOtherArchive } from './conda-package.ts';

/** The URL is under a key for its kind since version 6, and under `url` before. */
const condaUrl = (entry: unknown): string | undefined =>
  asText(member(entry, 'conda'), 2048) ??
  (asText(member(entry, 'kind')) === 'conda' ? asText(member(entry, 'url'), 2048) : undefined);

const packageOf = (entry: unknown): FoundPackage | undefined => {
  const license = asText(member(entry, 'license'));
  const url = condaUrl(entry);
  if (url !== undefined) {
    const parts = archiveOf(url);
    const name = asText(member(entry, 'name')) ?? parts?.name;
    const version = asText(member(entry, 'version')) ?? parts?.version;
    if (name === undefined || version === undefined) return undefined;
    const found = condaPackage(
      { name, version },
      { build: asText(member(entry, 'build')) ?? parts?.build, channel: parts?.channel },
    );
    return { ...found, hashes: hashesIn(entry), ...(license !== undefined && { license }) };
  }
  const [name, version] = [asText(member(entry, 'name')), asText(member(entry, 'version'))];
  const address = asText(member(entry, 'pypi'), 2048) ?? asText(member(entry, 'path'), 2048) ?? '';
  if (name === undefined) return undefined;
  if (/^(?:\.|\/|file:)/.test(address))
    return { key: `pip ${name} ${address}`, name: pypiName(name), local: 'path' };
  if (version === undefined) return undefined;
  const hash = asText(member(entry, 'sha256'));
  return {
    key: `pip ${pypiName(name)}@${version}`,
    ecosystem: 'PyPI',
    name: pypiName(name),
    version,
    hashes: fileHashes(hash === undefined ? [] : [`sha256:${hash}`]),
  };
};

const needsOf = (entry: unknown): string[] => [
  ...textsOf(member(entry, 'depends')).map((each) => each.split(/[\s=<>!~[]/, 1)[0] ?? ''),
  ...textsOf(member(entry, 'requires_dist'))
    .filter((each) => !each.includes(';'))
    .flatMap((each) => parseRequirement(each)?.name ?? []),
];

/** Returns the URLs that the environments list; each has an entry. */
const listed = (document: Table): Set<string> => {
  const urls = new Set<string>();
  for (const [, environment] of entriesOf(member(document, 'environments')))
    for (const [, platform] of entriesOf(member(environment, 'packages')))
      for (const each of asList(platform)) {
        const url = asText(member(each, 'conda'), 2048) ?? asText(member(each, 'pypi'), 2048);
        if (url !== undefined) urls.add(url);
      }
  return urls;
};

/** Reads pixi.lock, versions 4 to 6: the packages of all environments and platforms, by conda and by pip. */
export const readPixiLock: LockfileReader = ({ text, notes }) => {
  const [document = {}] = parseOlderYamlStream(text);
  const version = asText(member(document, 'version'));
  if (version === undefined || member(document, 'packages') === undefined)
    throw new UnreadableFile('its version or its list of packages is missing');
  if (!/^[456]$/.test(version))
    throw new UnreadableFile(`it is of version ${version}, and versions 4 to 6 are read`);
  noteOpenEnd(text, notes);
  const packages = new Map<string, FoundPackage>();
  const keys = new KeysByName();
  const needs = new Map<FoundPackage, string[]>();
  const missing = listed(document);
  for (const entry of limitPackages(asList(member(document, 'packages')), notes)) {
    for (const key of ['conda', 'pypi', 'url', 'path'])
      missing.delete(asText(member(entry, key), 2048) ?? '');
    const found = packageOf(entry);
    if (!found) notes.add(unreadableEntries, asText(member(entry, 'name')) ?? 'a package without name');
    else {
      noteOtherArchive(found, condaUrl(entry), notes);
      if (!packages.has(found.key)) keys.add(found.name, found.key);
      packages.set(found.key, found);
      needs.set(found, needsOf(entry));
    }
  }
  for (const url of missing) notes.add(missingDependencies, url.slice(url.lastIndexOf('/') + 1));
  for (const [found, needed] of needs)
    found.dependsOn = [...new Set(needed)].flatMap((name) => keys.find(name));
  return { packages: [...packages.values()] };
};
