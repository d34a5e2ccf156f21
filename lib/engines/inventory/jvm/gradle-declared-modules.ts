import { parseCatalog, type GradleCatalog } from './gradle-catalog.ts';
import { readGradleScript } from './gradle-script.ts';

interface Surroundings {
  readText(path: string): string | undefined;
}

const catalogAt = ({ readText }: Surroundings, path: string): GradleCatalog | undefined => {
  const text = readText(path);
  try {
    return text === undefined ? undefined : parseCatalog(text);
  } catch {
    // The lockfile has the versions, so a broken catalog is no error.
    return undefined;
  }
};

/**
 * Returns the `group:artifact` of each dependency that the build script of a directory declares literally or
 * through a version catalog.
 * @param has whether a configuration is asked about.
 */
export const declaredGradleModules = (
  directory: string,
  surroundings: Surroundings,
  has: (configuration: string) => boolean = () => true,
): Set<string> => {
  const texts = ['build.gradle', 'build.gradle.kts'].map((name) => surroundings.readText(directory + name));
  const declared = texts.flatMap((text) => (text === undefined ? [] : readGradleScript(text).declarations));
  const names = new Set<string>();
  let catalog: GradleCatalog | undefined;
  for (const { configuration, coordinate, reference } of declared) {
    if (!has(configuration)) continue;
    if (coordinate !== undefined) names.add(coordinate.split(':', 2).join(':'));
    if (reference === undefined) continue;
    catalog ??=
      catalogAt(surroundings, `${directory}gradle/libs.versions.toml`) ??
      catalogAt(surroundings, 'gradle/libs.versions.toml');
    const [, ...rest] = reference.split('.');
    const entry = rest.join('.');
    const bundle = rest[0] === 'bundles' ? catalog?.bundles.get(rest.slice(1).join('.')) : undefined;
    for (const alias of bundle ?? [entry]) {
      const library = catalog?.libraries.get(alias);
      if (library) names.add(library.name);
    }
  }
  return names;
};
