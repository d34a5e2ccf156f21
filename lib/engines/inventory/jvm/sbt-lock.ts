import type { DependencyScope } from '@scangate/engines/model/component';
import { fileHashes } from '../hashes.ts';
import { emptyRoots, unreadableEntries, type FoundPackage, type LockfileReader } from '../lockfile-reader.ts';
import { limitPackages } from '../package-limit.ts';
import { parseJson } from '../parse/parse-document.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asText, member, textsOf } from '../parse/untrusted-value.ts';

const scopeOf = (configurations: readonly string[]): DependencyScope | undefined => {
  if (configurations.length === 0) return undefined;
  if (configurations.includes('compile') || configurations.includes('runtime')) return 'required';
  return configurations.includes('provided') || configurations.includes('optional') ? 'optional' : 'dev';
};

const packageOf = (entry: unknown): FoundPackage | undefined => {
  const group = asText(member(entry, 'org'));
  const artifact = asText(member(entry, 'name'));
  const version = asText(member(entry, 'version'));
  if (!group || !artifact || !version) return undefined;
  const name = `${group}:${artifact}`;
  const scope = scopeOf(textsOf(member(entry, 'configurations')));
  const sums = textsOf(asList(member(entry, 'artifacts')).map((each) => asText(member(each, 'hash'))));
  const key = `${name}@${version}`;
  const found: FoundPackage = { key, ecosystem: 'Maven', name, version, hashes: fileHashes(sums) };
  if (scope) found.scope = scope;
  return found;
};

/** Reads build.sbt.lock of sbt-dependency-lock: what each configuration resolves, without a graph. */
export const readSbtLock: LockfileReader = ({ text, notes }) => {
  const document = parseJson(text);
  const entries = member(document, 'dependencies');
  if (!Array.isArray(entries) || member(document, 'lockVersion') === undefined)
    throw new UnreadableFile('it has no list of dependencies with a version of its format');
  const packages: FoundPackage[] = [];
  for (const entry of limitPackages(asList(entries), notes)) {
    const found = packageOf(entry);
    if (found) packages.push(found);
    else notes.add(unreadableEntries, asText(member(entry, 'name')) ?? 'an entry without name');
  }
  return { packages, roots: { ...emptyRoots(), required: packages.map(({ key }) => key) } };
};
