import type { Notes } from '../notes.ts';
import { integrityHashes } from '../hashes.ts';
import { maxPackages } from '../package-limit.ts';
import { parseJson } from '../parse/parse-document.ts';
import { evaluateProject } from './nuget-evaluation.ts';
import { parseNugetFile, type NugetFile } from './nuget-project.ts';
import {
  unreadableEntries,
  missingDependencies,
  type FoundPackage,
  type LockfileInput,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { noteUnmetRanges, packagesByName, unmetRequests, type AskedRange } from '../unmet-ranges.ts';
import { nugetRange } from '@scangate/engines/ranges/interval-range';
import { versionOrder } from '@scangate/engines/versions/ecosystem-orders';
import { directoryOf } from '@scangate/engines/units/paths';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asTable, asText, entriesOf, member, type Table } from '../parse/untrusted-value.ts';

const kinds: ReadonlySet<unknown> = new Set(['Direct', 'Transitive', 'CentralTransitive', 'Project']);

/** For one target framework: lower-case package name → key in the file. */
type Resolved = ReadonlyMap<string, string>;

const keyOf = (name: string, entry: unknown): string =>
  `${name.toLowerCase()}@${asText(member(entry, 'resolved')) ?? ''}`;

const packageOf = (name: string, entry: unknown): FoundPackage => {
  const key = keyOf(name, entry);
  if (member(entry, 'type') === 'Project') return { key, name, local: 'member', dependsOn: [] };
  const version = asText(member(entry, 'resolved'));
  const contentHash = asText(member(entry, 'contentHash'));
  return {
    key,
    ecosystem: 'NuGet',
    name,
    ...(version && { version }),
    hashes: contentHash ? integrityHashes(`sha512-${contentHash}`) : [],
    dependsOn: [],
  };
};

interface Framework {
  resolved: Resolved;
  /** Lower-case names of all frameworks. */
  elsewhere: ReadonlySet<string>;
  notes: Notes;
}

/** Adds the edges of an entry in one framework; other frameworks may resolve other packages. */
const connect = (found: FoundPackage, entry: unknown, { resolved, elsewhere, notes }: Framework): void => {
  const known = new Set(found.dependsOn);
  for (const [name] of entriesOf(member(entry, 'dependencies'))) {
    const key = resolved.get(name.toLowerCase());
    if (key !== undefined) known.add(key);
    // A runtime's table lists only what differs from its framework.
    else if (!elsewhere.has(name.toLowerCase())) notes.add(missingDependencies, name);
  }
  found.dependsOn = [...known];
};

type Project = ReturnType<typeof evaluateProject>;

/** Evaluates the projects in the directory of the lockfile. */
const projectsBeside = ({ path, readText, findNearby }: LockfileInput): Project[] => {
  const directory = directoryOf(path);
  const read = (file: string): NugetFile | undefined => {
    const text = readText(file);
    try {
      return text === undefined ? undefined : parseNugetFile(text, file);
    } catch {
      // The lockfile has the packages, so a broken project file is no error.
      return undefined;
    }
  };
  return ['*.csproj', '*.fsproj', '*.vbproj']
    .flatMap((name) => [...findNearby(name)])
    .filter((file) => directoryOf(file) === directory)
    .flatMap((file) => read(file) ?? [])
    .map((project) => evaluateProject(project, read));
};

/**
 * Returns whether a direct package is for development only, as far as the projects in the same directory state
 * it.
 */
const developmentIn = (projects: readonly Project[]): ((name: string) => boolean) => {
  const privately = new Set<string>();
  for (const { references } of projects)
    for (const { name, isPrivate } of references) if (isPrivate) privately.add(name.toLowerCase());
  const onlyTests = projects.length > 0 && projects.every(({ isTest }) => isTest);
  return (name) => onlyTests || privately.has(name.toLowerCase());
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
  frameworks: Table,
  packages: Iterable<FoundPackage>,
  { projects, notes }: { projects: readonly Project[]; notes: Notes },
): void => {
  const asked = Map.groupBy(
    projects.flatMap(({ references }) => references),
    ({ name }) => name.toLowerCase(),
  );
  const ranges: AskedRange[] = [];
  const unmet = new Set<string>();
  for (const [name, entry] of entriesOf(frameworks).flatMap(([, table]) => entriesOf(table))) {
    const requested = asText(member(entry, 'requested'));
    if (member(entry, 'type') !== 'Direct' || requested === undefined) continue;
    ranges.push({ name: name.toLowerCase(), range: requested });
    const stated = (asked.get(name.toLowerCase()) ?? []).map(({ version }) => version);
    const isKnown = stated.length > 0 && stated.every((each) => each !== undefined && !/[$@%]\(/.test(each));
    if (isKnown && !stated.some((each) => isSameRange(each ?? '', requested)))
      unmet.add(`${name} ${stated[0]}`);
  }
  noteUnmetRanges(
    ranges,
    packagesByName(packages, (found) => found.name.toLowerCase()),
    notes,
  );
  for (const each of unmet) notes.add(unmetRequests, each);
};

/**
 * Reads packages.lock.json, versions 1 and 2. A package that several target frameworks resolve to one version
 * is one component.
 */
export const readPackagesLock: LockfileReader = (input) => {
  const { text, notes } = input;
  const document = parseJson(text);
  const frameworks = asTable(member(document, 'dependencies'));
  if (!frameworks) throw new UnreadableFile('it has no dependencies table');
  const packages = new Map<string, FoundPackage>();
  const roots = { required: new Set<string>(), dev: new Set<string>() };
  const projects = projectsBeside(input);
  const isDevelopment = developmentIn(projects);
  const elsewhere = new Set(
    entriesOf(frameworks).flatMap(([, table]) => entriesOf(table).map(([name]) => name.toLowerCase())),
  );
  for (const { references } of projects)
    for (const { name, isConditional } of references) {
      const isListed = elsewhere.has(name.toLowerCase());
      if (isListed || (!isConditional && !name.includes('$'))) notes.addRequest(name, isListed);
    }
  for (const [, framework] of entriesOf(frameworks)) {
    const entries = entriesOf(framework);
    const resolved = new Map(entries.map(([name, entry]) => [name.toLowerCase(), keyOf(name, entry)]));
    for (const [name, entry] of entries) {
      const type = member(entry, 'type');
      if (!kinds.has(type) || !asText(name)) {
        notes.add(unreadableEntries, name);
        continue;
      }
      const key = keyOf(name, entry);
      const found = packages.get(key) ?? packageOf(name, entry);
      if (!packages.has(key) && packages.size >= maxPackages) {
        notes.addOmitted(1);
        continue;
      }
      packages.set(key, found);
      connect(found, entry, { resolved, elsewhere, notes });
      if (type === 'Direct' || type === 'Project') roots[isDevelopment(name) ? 'dev' : 'required'].add(key);
    }
  }
  noteUnmet(frameworks, packages.values(), { projects, notes });
  return {
    packages: [...packages.values()],
    roots: { required: [...roots.required], optional: [], dev: [...roots.dev] },
  };
};
