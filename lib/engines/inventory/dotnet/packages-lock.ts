import type { Notes } from '../gap-notes.ts';
import { IntegrityHashes } from '../hashes.ts';
import { unique } from '@scangate/engines/text/unique-texts';
import { maxPackages } from '../package-limit.ts';
import type { JsonCursor } from '../parse/json-cursor.ts';
import { membersAt, namesAt, textAt } from '../parse/json-members.ts';
import { readJson } from '../parse/parse-document.ts';
import { isComputed, type EvaluatedProject } from './nuget-references.ts';
import { projectsBeside } from './projects-beside.ts';
import {
  unreadableEntries,
  missingDependencies,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { noteUnmetRanges, packagesByName, unmetRequests, type RequestedRange } from '../unmet-ranges.ts';
import { nugetRange } from '@scangate/engines/ranges/interval-range';
import { versionOrder } from '@scangate/engines/versions/ecosystem-orders';
import { directoryOf } from '@scangate/engines/units/paths';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText } from '../parse/untrusted-value.ts';

const kinds: ReadonlySet<string | undefined> = new Set([
  'Direct',
  'Transitive',
  'CentralTransitive',
  'Project',
]);

/** An entry of one target framework. */
interface Listed {
  name: string;
  lower: string;
  key: string;
  type: string | undefined;
  version: string | undefined;
  requested: string | undefined;
  contentHash: string | undefined;
  needs: readonly string[];
}

const noNeeds: readonly string[] = [];

const readEntry = (cursor: JsonCursor, name: string): Listed => {
  const lower = name.toLowerCase();
  const entry: Listed = {
    name,
    lower,
    key: '',
    type: undefined,
    version: undefined,
    requested: undefined,
    contentHash: undefined,
    needs: noNeeds,
  };
  if (cursor.enterObject())
    for (let field = cursor.nextKey(); field !== undefined; field = cursor.nextKey()) {
      if (field === 'type') entry.type = cursor.text();
      else if (field === 'resolved') entry.version = textAt(cursor);
      else if (field === 'requested') entry.requested = textAt(cursor);
      else if (field === 'contentHash') entry.contentHash = textAt(cursor);
      else if (field === 'dependencies') entry.needs = namesAt(cursor);
      else cursor.skip();
    }
  entry.key = `${lower}@${entry.version ?? ''}`;
  return entry;
};

/** Reads the entries of each framework. @throws UnreadableFile */
const readFrameworks = (text: string): Listed[][] => {
  let frameworks: Map<string, Listed[]> | undefined;
  readJson(text, (cursor) => {
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
      if (key !== 'dependencies') cursor.skip();
      else frameworks = membersAt(cursor, () => [...(membersAt(cursor, readEntry)?.values() ?? [])]);
    }
  });
  if (!frameworks) throw new UnreadableFile('it has no dependencies table');
  return [...frameworks.values()];
};

const packageOf = (
  { name, key, type, version, contentHash }: Listed,
  hashes: IntegrityHashes,
): FoundPackage => {
  if (type === 'Project') return { key, name, local: 'member', dependsOn: [] };
  const sums = contentHash ? hashes.listForSha512(contentHash) : [];
  return { key, ecosystem: 'NuGet', name, version, hashes: sums, dependsOn: [] };
};

interface Framework {
  /** Lower-case package name → key. */
  resolved: ReadonlyMap<string, string>;
  /** Whether any framework has a package, by its lower-case name. */
  isListed: (lower: string) => boolean;
  notes: Notes;
}

/** Adds the edges of an entry in one framework; other frameworks may resolve other packages. */
const connect = (
  found: FoundPackage,
  needs: readonly string[],
  { resolved, isListed, notes }: Framework,
): void => {
  const needed = found.dependsOn ?? [];
  for (const name of needs) {
    const lower = name.toLowerCase();
    const key = resolved.get(lower);
    if (key !== undefined) needed.push(key);
    // A runtime's table lists only what differs from its framework.
    else if (!isListed(lower)) notes.add(missingDependencies, name);
  }
  found.dependsOn = needed;
};

/**
 * Returns whether a direct package is for development only, as far as the projects in the same directory state
 * it.
 */
const developmentIn = (projects: readonly EvaluatedProject[]): ((name: string) => boolean) => {
  const [privately, publicly] = [new Set<string>(), new Set<string>()];
  for (const { references } of projects)
    for (const { name, isPrivate } of references) (isPrivate ? privately : publicly).add(name.toLowerCase());
  const onlyTests = projects.length > 0 && projects.every(({ isTest }) => isTest);
  return (name) => onlyTests || (privately.has(name.toLowerCase()) && !publicly.has(name.toLowerCase()));
};

/** Returns whether two NuGet ranges have the same bounds; the lockfile writes `1.0` as `[1.0.0, )`. */
const isSameRange = (a: string, b: string): boolean => {
  const order = versionOrder('NuGet');
  const [left, right] = [nugetRange(a)?.[0], nugetRange(b)?.[0]];
  if (!order || !left || !right || a.includes('*') || b.includes('*')) return true;
  return (
    left.length === right.length &&
    left.every(({ operator, version }, at) => {
      const other = right[at];
      const [x, y] = [order.parse(version), order.parse(other?.version ?? '')];
      return (
        operator === other?.operator && (x === undefined || y === undefined || order.compare(x, y) === 0)
      );
    })
  );
};

/**
 * Notes packages that a framework resolves outside the range it states, and ranges that no project in the directory
 * states.
 */
const noteUnmet = (
  listed: readonly Listed[],
  packages: readonly FoundPackage[],
  { projects, notes }: { projects: readonly EvaluatedProject[]; notes: Notes },
): void => {
  const asked = Map.groupBy(
    projects.flatMap(({ references }) => references),
    ({ name }) => name.toLowerCase(),
  );
  const ranges: RequestedRange[] = [];
  const unmet = new Set<string>();
  for (const { name, lower, type, requested } of listed) {
    if (type !== 'Direct' || requested === undefined) continue;
    ranges.push({ name: lower, range: requested });
    const stated = (asked.get(lower) ?? []).map(({ version }) => version);
    const isKnown = stated.length > 0 && stated.every((each) => each !== undefined && !/[$@%]\(/.test(each));
    if (isKnown && !stated.some((each) => isSameRange(each ?? '', requested)))
      unmet.add(`${name} ${stated[0]}`);
  }
  const names = new Set(ranges.map(({ name }) => name));
  const lowerName = (found: FoundPackage): string => found.name.toLowerCase();
  const found = names.size === 0 ? [] : packages.filter((each) => names.has(lowerName(each)));
  noteUnmetRanges(ranges, packagesByName(found, lowerName), notes);
  for (const each of unmet) notes.add(unmetRequests, each);
};

/**
 * Reads packages.lock.json, versions 1 and 2. A package that several target frameworks resolve to one version
 * is one component.
 */
export const readPackagesLock: LockfileReader = (input) => {
  const { text, notes } = input;
  const tables = readFrameworks(text);
  const packages = new Map<string, FoundPackage>();
  const roots = { required: new Set<string>(), dev: new Set<string>() };
  const { projects } = projectsBeside(directoryOf(input.path), input);
  const isDevelopment = developmentIn(projects);
  const listed = tables.length === 1 ? tables[0]! : tables.flat();
  let names: ReadonlySet<string> | undefined;
  const isListed = (lower: string): boolean => {
    names ??= new Set(listed.map((each) => each.lower));
    return names.has(lower);
  };
  for (const { references } of projects)
    for (const { name, isConditional } of references) {
      const hasEntry = isListed(name.toLowerCase());
      if (hasEntry || (!isConditional && !isComputed(name))) notes.addRequest(name, hasEntry);
    }
  const hashes = new IntegrityHashes();
  for (const table of tables) {
    const resolved = new Map<string, string>();
    for (const { lower, key } of table) resolved.set(lower, key);
    for (const each of table) {
      const { name, key, type, needs } = each;
      if (!kinds.has(type) || !asText(name)) {
        notes.add(unreadableEntries, name);
        continue;
      }
      let found = packages.get(key);
      if (!found && packages.size >= maxPackages) {
        notes.addOmitted(1);
        continue;
      }
      if (!found) packages.set(key, (found = packageOf(each, hashes)));
      connect(found, needs, { resolved, isListed, notes });
      if (type === 'Direct' || type === 'Project') roots[isDevelopment(name) ? 'dev' : 'required'].add(key);
    }
  }
  const all = [...packages.values()];
  for (const found of all) found.dependsOn = unique(found.dependsOn ?? []);
  hashes.convert();
  noteUnmet(listed, all, { projects, notes });
  return {
    packages: all,
    roots: { required: [...roots.required], optional: [], dev: [...roots.dev] },
  };
};
