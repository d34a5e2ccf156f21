import { posix } from 'node:path';
import { isThirdPartyPath } from '@scangate/engines/units/discover-units';
import { directoryOf } from '@scangate/engines/units/paths';
import type { LockfileInput } from '../lockfile-reader.ts';
import { withoutRoot } from './gradle-places.ts';
import { readGradleScript, type GradleScript } from './gradle-script.ts';

export type GradleFiles = Pick<LockfileInput, 'readText'> & Partial<Pick<LockfileInput, 'findNearby'>>;

interface ProjectScripts {
  scripts: (GradleScript & { path: string })[];
  /** The other builds and files that the scripts make part of the build, and that are not read. A computed one is ''. */
  places: string[];
}

const maxScripts = 200;
const buildScripts = ['build.gradle', 'build.gradle.kts'];
const settingsScripts = ['settings.gradle', 'settings.gradle.kts'];

const isScript = (path: string): boolean => path.endsWith('.gradle') || path.endsWith('.gradle.kts');

/** Returns whether settings say which file builds a project, which may be any script in its directory. */
const namesBuildFiles = (directory: string, { readText }: GradleFiles): boolean =>
  [directory, ''].some((root) =>
    settingsScripts.some((name) => readText(root + name)?.includes('buildFileName')),
  );

/** Returns the scripts by which a project may be built. */
const ownScripts = (directory: string, files: GradleFiles): string[] => {
  const usual = buildScripts
    .map((name) => directory + name)
    .filter((path) => files.readText(path) !== undefined);
  if (!files.findNearby || (usual.length > 0 && !namesBuildFiles(directory, files))) return usual;
  const others = ['*.gradle', '*.kts'].flatMap((name) => [...(files.findNearby?.(name) ?? [])]);
  const beside = others.filter(
    (path) =>
      isScript(path) &&
      directoryOf(path) === directory &&
      !settingsScripts.includes(path.slice(directory.length)),
  );
  return [...new Set([...usual, ...beside])];
};

/** Returns whether a directory has a build, which is read by itself. */
const isOtherBuild = (directory: string, place: string, { readText }: GradleFiles): boolean =>
  !isThirdPartyPath(`${place}/x`) &&
  [...buildScripts, ...settingsScripts].some(
    (name) => readText(posix.join(directory, place, name)) !== undefined,
  );

/**
 * Reads the scripts of the project in a directory: its build script, and those that it applies, wherever they are. If
 * it is not known which script builds the project, all scripts in its directory count.
 */
export const projectScripts = (directory: string, files: GradleFiles): ProjectScripts => {
  const found: ProjectScripts = { scripts: [], places: [] };
  const queue = ownScripts(directory, files);
  const known = new Set(queue);
  for (const path of queue) {
    const script = readGradleScript(files.readText(path) ?? '', path);
    found.scripts.push({ ...script, path });
    for (const stated of script.places) {
      const place = stated === '' ? '' : posix.normalize(withoutRoot(stated));
      const candidates = [directoryOf(path) + place, directory + place, place].map((each) =>
        posix.normalize(each),
      );
      const applied = isScript(place)
        ? candidates.find((each) => files.readText(each) !== undefined)
        : undefined;
      if (applied === undefined && place !== '' && isOtherBuild(directory, place, files)) continue;
      if (applied === undefined || (!known.has(applied) && known.size >= maxScripts))
        found.places.push(stated);
      else if (!known.has(applied)) {
        known.add(applied);
        queue.push(applied);
      }
    }
  }
  return found;
};
