import { directoryOf } from './paths.ts';
import { recognizeBuildFile } from './recognize-file.ts';

/** The folder by which Maven finds the root of a build, in the folder it is started in or the nearest one above. */
const folder = '.mvn/';

const settingsFile = /(?:^|\/)\.mvn(?:\/(?:maven\.config|jvm\.config|extensions\.xml))?$/;

/** Returns whether a path is a file, or the folder, by which a repository changes what Maven resolves. */
export const isMavenSetting = (path: string): boolean => settingsFile.test(path);

/** Returns the folder that holds `.mvn`: '' or a path with a trailing slash. */
const placeOf = (path: string): string => path.slice(0, `/${path}`.lastIndexOf('/.mvn'));

/** Returns a function that lists the settings of the nearest `.mvn` above a unit, with paths from the root. */
const nearestAbove = (paths: readonly string[]): ((unitPath: string) => readonly string[]) => {
  const byPlace = Map.groupBy(paths.filter(isMavenSetting), placeOf);
  return (unitPath) => {
    for (let at = unitPath; at !== '' && byPlace.size > 0;) {
      const above = directoryOf(at);
      const found = byPlace.get(above);
      if (found) return found;
      at = above.slice(0, -1);
    }
    return [];
  };
};

/**
 * Returns a function that lists the settings of Maven above a unit that hold for its builds: none for a unit without
 * builds of Maven, or with such a folder of its own. They are files of another unit, so that this one does not read them.
 * @param paths all entries of the commit.
 */
export const mavenSettingsAbove = (
  paths: readonly string[],
): ((unitPath: string, own: readonly string[]) => readonly string[]) => {
  const above = nearestAbove(paths);
  return (unitPath, own) => {
    const found = unitPath === '' ? [] : above(unitPath);
    if (found.length === 0 || own.some((path) => path.startsWith(`${unitPath}/${folder}`))) return [];
    return own.some((path) => recognizeBuildFile(path) === 'maven') ? found : [];
  };
};

/** Lists the settings below the root of a unit that hold for one of its poms, if the build is started there. */
export const mavenSettingsBelow = (paths: Iterable<string>, poms: readonly string[]): string[] =>
  [...paths].filter((path) => {
    const place = isMavenSetting(path) ? placeOf(path) : '';
    return place !== '' && poms.some((pom) => pom.startsWith(place));
  });
