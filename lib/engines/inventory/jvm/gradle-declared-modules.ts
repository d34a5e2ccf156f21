import { parseCatalog, type GradleCatalog } from './gradle-catalog.ts';
import { projectScripts, type GradleFiles } from './project-scripts.ts';
import type { RequestedRange } from '../unmet-ranges.ts';

const catalogAt = ({ readText }: GradleFiles, path: string): GradleCatalog | undefined => {
  const text = readText(path);
  try {
    return text === undefined ? undefined : parseCatalog(text);
  } catch {
    // The lockfile has the versions, so a broken catalog is no error.
    return undefined;
  }
};

/**
 * Returns the `group:artifact` of each dependency that the scripts of the project in a directory declare literally or
 * through a version catalog, and the requested versions, unless something in the scripts may change them.
 * @param has whether a configuration is of interest.
 */
export const declaredGradleModules = (
  directory: string,
  files: GradleFiles,
  has: (configuration: string) => boolean = () => true,
): { names: Set<string>; ranges: RequestedRange[]; places: string[]; unreadable: string[] } => {
  const { scripts, places } = projectScripts(directory, files);
  const declared = scripts.flatMap(({ declarations }) => declarations);
  const names = new Set<string>();
  const ranges: RequestedRange[] = [];
  const add = (name: string, range: string | undefined): void => {
    names.add(name);
    if (range !== undefined && !/[$@]/.test(name + range)) ranges.push({ name, range });
  };
  let catalog: GradleCatalog | undefined;
  for (const { configuration, coordinate, reference } of declared) {
    if (!has(configuration)) continue;
    const [group, artifact, version] = coordinate?.split(':') ?? [];
    if (artifact !== undefined) add(`${group}:${artifact}`, version);
    if (reference === undefined) continue;
    catalog ??=
      catalogAt(files, `${directory}gradle/libs.versions.toml`) ??
      catalogAt(files, 'gradle/libs.versions.toml');
    const [, ...rest] = reference.split('.');
    const entry = rest.join('.');
    const bundle = rest[0] === 'bundles' ? catalog?.bundles.get(rest.slice(1).join('.')) : undefined;
    for (const alias of bundle ?? [entry]) {
      const library = catalog?.libraries.get(alias);
      if (library) add(library.name, library.version);
    }
  }
  const unreadable = scripts.flatMap(({ path, isUnclear }) => (isUnclear ? [path] : []));
  return { names, ranges: scripts.some(({ hasRules }) => hasRules) ? [] : ranges, places, unreadable };
};
