import { strongerScope, type DependencyScope } from '@scangate/engines/model/component';
import {
  missingDependencies,
  noteOpenEnd,
  noteUnconfirmed,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { KeysByName, limitPackages } from '../package-limit.ts';
import { parseOlderYamlStream } from '../parse/parse-document.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asText, entriesOf, member } from '../parse/untrusted-value.ts';
import { pypiName } from '../python/python-requirement.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import { archiveOf, condaPackage, hashesIn, noteOtherArchive } from './conda-package.ts';
import { environmentFiles } from './conda-requests.ts';

const scopeOf = (entry: unknown): DependencyScope => {
  const category = asText(member(entry, 'category'));
  if (category !== undefined && category !== 'main')
    return /^(?:dev|test)/.test(category) ? 'dev' : 'optional';
  return member(entry, 'optional') === 'true' ? 'optional' : 'required';
};

const packageOf = (entry: unknown): FoundPackage | undefined => {
  const [name, version] = [asText(member(entry, 'name')), asText(member(entry, 'version'))];
  if (name === undefined || version === undefined) return undefined;
  const hashes = hashesIn(member(entry, 'hash'));
  if (asText(member(entry, 'manager')) === 'pip')
    return {
      key: `pip ${pypiName(name)}@${version}`,
      ecosystem: 'PyPI',
      name: pypiName(name),
      version,
      hashes,
    };
  const { build, channel } = archiveOf(asText(member(entry, 'url'), 2048) ?? '') ?? {};
  return { ...condaPackage({ name, version }, { build, channel }), hashes };
};

/** Virtual packages, which describe the machine. */
const isVirtual = (name: string): boolean => name.startsWith('__');

/** Reads conda-lock.yml, version 1: the packages of all platforms, by conda and by pip, as one list. */
export const readCondaLock: LockfileReader = ({ text, notes, path, readText }) => {
  const [document = {}] = parseOlderYamlStream(text);
  const version = asText(member(document, 'version'));
  if (version === undefined || member(document, 'package') === undefined)
    throw new UnreadableFile('its version or its list of packages is missing');
  if (version !== '1') throw new UnreadableFile(`it is of version ${version}, and version 1 is read`);
  noteOpenEnd(text, notes);
  const packages = new Map<string, FoundPackage>();
  const keys = new KeysByName();
  const needs = new Map<FoundPackage, Set<string>>();
  for (const entry of limitPackages(asList(member(document, 'package')), notes)) {
    const found = packageOf(entry);
    if (!found || member(entry, 'hash') === undefined || member(entry, 'optional') === undefined) {
      notes.add(unreadableEntries, asText(member(entry, 'name')) ?? 'a package without name');
      continue;
    }
    if (found.ecosystem === undefined) noteOtherArchive(found, asText(member(entry, 'url'), 2048), notes);
    const known = packages.get(found.key);
    const scope = scopeOf(entry);
    const each = known ?? { ...found, scope };
    if (known?.scope) known.scope = strongerScope(known.scope, scope);
    else {
      packages.set(each.key, each);
      keys.add(each.name, each.key);
    }
    const needed = needs.get(each) ?? new Set();
    needs.set(each, needed);
    for (const [name] of entriesOf(member(entry, 'dependencies'))) if (!isVirtual(name)) needed.add(name);
  }
  for (const [found, needed] of needs)
    found.dependsOn = [...needed].flatMap((name) => {
      const known = keys.find(name);
      const all = known.length > 0 ? known : keys.find(pypiName(name));
      if (all.length === 0) notes.add(missingDependencies, name);
      return all;
    });
  if (environmentFiles.every((file) => readText(siblingPath(path, file)) === undefined))
    noteUnconfirmed('environment.yml', notes);
  return { packages: [...packages.values()] };
};
