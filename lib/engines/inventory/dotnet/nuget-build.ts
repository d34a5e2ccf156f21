import { parseEach, unknownTransitives, type BuildReader } from '../build-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { DeclaredPackages } from '../declared-packages.ts';
import { evaluateProject } from './nuget-references.ts';
import {
  parseNugetFile,
  parsePackagesConfig,
  type ConfiguredPackage,
  type NugetFile,
} from './nuget-project.ts';
import { pinnedNugetVersion } from '../pinned-version.ts';
import { unreadableEntries, emptyRoots, type FoundPackage } from '../lockfile-reader.ts';
import { asText } from '../parse/untrusted-value.ts';

/** The kind under which references are noted whose version a condition chooses. */
const conditionalVersions = 'versions that a condition may take away or replace';

/** Upper bound of items over all projects; imported items count for each import. */
const maxItems = 10_000_000;

const isConfig = (path: string): boolean => path.toLowerCase().endsWith('packages.config');
const isProject = (path: string): boolean => /\.(?:cs|fs|vb|vcx|sql)?proj$/i.test(path);

const nuget = (name: string, version: string | undefined, file: string) => ({
  key: `${name.toLowerCase()}@${version ?? ''}`,
  ecosystem: 'NuGet' as const,
  name,
  ...(version && { version }),
  file,
});

const addConfigured = (
  found: DeclaredPackages,
  notes: Notes,
  { id, version, isDevelopment, file }: ConfiguredPackage & { file: string },
): void => {
  const scope = isDevelopment ? 'dev' : 'required';
  if (!asText(id)) notes.add(unreadableEntries, id);
  else found.add({ ...nuget(id, pinnedNugetVersion(version), file), scope });
};

/**
 * Reads project files with their Directory.*.props, and packages.config. The latter lists all installed packages,
 * the former only direct dependencies.
 */
export const readNugetBuild: BuildReader = ({ paths, notes, readText }) => {
  const found = new DeclaredPackages(notes);
  const configs = parseEach({ readText, paths: paths.filter(isConfig) }, parsePackagesConfig);
  const files = parseEach({ readText, paths: paths.filter((path) => !isConfig(path)) }, parseNugetFile);
  const cache = new Map<string, NugetFile | undefined>(files.parsed);
  const fileAt = (path: string): NugetFile | undefined => {
    if (!cache.has(path))
      cache.set(path, parseEach({ readText, paths: [path] }, parseNugetFile).parsed.get(path));
    return cache.get(path);
  };
  for (const [path, listed] of configs.parsed)
    for (const each of listed) addConfigured(found, notes, { ...each, file: path });
  const declared = new Set<string>();
  const uncertain = new Set<string>();
  let left = maxItems;
  for (const [path, project] of files.parsed) {
    if (!isProject(path)) continue;
    const { references, isTest, items } = evaluateProject(project, fileAt);
    left -= items;
    if (left < 0) {
      notes.add('projects left out: there are too many', path);
      continue;
    }
    for (const { name, version, isPrivate, isUncertain, isChosen, file } of references) {
      if (!asText(name) || /[$@%]\(/.test(name)) {
        notes.add(unreadableEntries, name);
        continue;
      }
      const scope = isPrivate || isTest ? 'dev' : 'required';
      found.add({ ...nuget(name, pinnedNugetVersion(version), file), scope });
      declared.add(name);
      if (isUncertain || isChosen) uncertain.add(name);
    }
  }
  for (const [kind, names] of [
    [conditionalVersions, uncertain],
    [unknownTransitives, declared],
  ] as const)
    for (const name of names) notes.add(kind, name);
  const packages: FoundPackage[] = found.list();
  return {
    packages,
    roots: { ...emptyRoots(), required: packages.map(({ key }) => key) },
    read: [...configs.parsed.keys(), ...files.parsed.keys()],
    unread: [...configs.unread, ...files.unread],
  };
};
