import { parseEach, unknownTransitives, type BuildReader } from '../build-reader.ts';
import { DeclaredPackages } from '../declared-packages.ts';
import { evaluateProject } from './nuget-evaluation.ts';
import {
  parseNugetFile,
  parsePackagesConfig,
  type ConfiguredPackage,
  type NugetFile,
} from './nuget-project.ts';
import { pinnedNugetVersion } from '../pinned-version.ts';
import { unreadableEntries, emptyRoots, type FoundPackage } from '../lockfile-reader.ts';
import { asText } from '../parse/untrusted-value.ts';

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
  const addConfigured = ({ id, version, isDevelopment }: ConfiguredPackage, file: string): void => {
    if (!asText(id)) notes.add(unreadableEntries, id);
    else
      found.add({
        ...nuget(id, pinnedNugetVersion(version), file),
        scope: isDevelopment ? 'dev' : 'required',
      });
  };
  for (const [path, listed] of configs.parsed) for (const each of listed) addConfigured(each, path);
  const declared = new Set<string>();
  let left = maxItems;
  for (const [path, project] of files.parsed) {
    if (!isProject(path)) continue;
    const { references, isTest, items } = evaluateProject(project, fileAt);
    left -= items;
    if (left < 0) {
      notes.add('projects left out: there are too many', path);
      continue;
    }
    for (const { name, version, isPrivate, file } of references) {
      if (!asText(name) || /[$@%]\(/.test(name)) {
        notes.add(unreadableEntries, name);
        continue;
      }
      const scope = isPrivate || isTest ? 'dev' : 'required';
      found.add({ ...nuget(name, pinnedNugetVersion(version), file), scope });
      declared.add(name);
    }
  }
  for (const name of declared) notes.add(unknownTransitives, name);
  const packages: FoundPackage[] = found.list();
  return {
    packages,
    roots: { ...emptyRoots(), required: packages.map(({ key }) => key) },
    read: [...configs.parsed.keys(), ...files.parsed.keys()],
    unread: [...configs.unread, ...files.unread],
  };
};
