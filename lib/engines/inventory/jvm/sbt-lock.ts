import type { ComponentHash, DependencyScope } from '@scangate/engines/model/component';
import { fileHashes } from '../hashes.ts';
import { emptyRoots, unreadableEntries, type FoundPackage, type LockfileReader } from '../lockfile-reader.ts';
import { limitPackages } from '../package-limit.ts';
import type { JsonCursor } from '../parse/json-cursor.ts';
import { itemsAt, textAt, textsAt } from '../parse/json-members.ts';
import { readJson } from '../parse/parse-document.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { sbtPlugins } from './sbt-plugins.ts';

const scopeOf = (configurations: readonly string[]): DependencyScope | undefined => {
  if (configurations.length === 0) return undefined;
  if (configurations.includes('compile') || configurations.includes('runtime')) return 'required';
  return configurations.includes('provided') || configurations.includes('optional') ? 'optional' : 'dev';
};

/** An entry of the list of dependencies. */
interface Listed {
  group: string | undefined;
  artifact: string | undefined;
  version: string | undefined;
  configurations: readonly string[];
  hashes: ComponentHash[];
}

/** Returns the hash of an artifact; '' where it has none. */
const readHash = (cursor: JsonCursor): string => {
  let hash: string | undefined;
  if (cursor.enterObject())
    for (let field = cursor.nextKey(); field !== undefined; field = cursor.nextKey()) {
      if (field === 'hash') hash = textAt(cursor);
      else cursor.skip();
    }
  return hash ?? '';
};

const readListed = (cursor: JsonCursor): Listed => {
  const listed: Listed = {
    group: undefined,
    artifact: undefined,
    version: undefined,
    configurations: [],
    hashes: [],
  };
  if (cursor.enterObject())
    for (let field = cursor.nextKey(); field !== undefined; field = cursor.nextKey()) {
      if (field === 'org') listed.group = textAt(cursor);
      else if (field === 'name') listed.artifact = textAt(cursor);
      else if (field === 'version') listed.version = textAt(cursor);
      else if (field === 'configurations') listed.configurations = textsAt(cursor);
      else if (field === 'artifacts') listed.hashes = fileHashes(itemsAt(cursor, readHash) ?? []);
      else cursor.skip();
    }
  return listed;
};

/** Reads the list of dependencies. @throws UnreadableFile */
const readDependencies = (text: string): readonly Listed[] => {
  let hasVersion = false;
  let dependencies: Listed[] | undefined;
  readJson(text, (cursor) => {
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
      if (key === 'dependencies') dependencies = itemsAt(cursor, readListed);
      else {
        if (key === 'lockVersion') hasVersion = true;
        cursor.skip();
      }
    }
  });
  if (!dependencies || !hasVersion)
    throw new UnreadableFile('it has no list of dependencies with a version of its format');
  return dependencies;
};

const packageOf = ({
  group,
  artifact,
  version,
  configurations,
  hashes,
}: Listed): FoundPackage | undefined => {
  if (!group || !artifact || !version) return undefined;
  const name = `${group}:${artifact}`;
  const scope = scopeOf(configurations);
  return { key: `${name}@${version}`, ecosystem: 'Maven', name, version, hashes, scope };
};

/** Reads build.sbt.lock of sbt-dependency-lock, which locks no plugins of the build: what each configuration resolves, without a graph. */
export const readSbtLock: LockfileReader = (input) => {
  const { text, notes } = input;
  const packages = sbtPlugins(input);
  for (const listed of limitPackages(readDependencies(text), notes)) {
    const found = packageOf(listed);
    if (found) packages.push(found);
    else notes.add(unreadableEntries, listed.artifact ?? 'an entry without name');
  }
  const [required, dev]: [string[], string[]] = [[], []];
  for (const { key, file } of packages) (file === undefined ? required : dev).push(key);
  return { packages, roots: { ...emptyRoots(), required, dev } };
};
