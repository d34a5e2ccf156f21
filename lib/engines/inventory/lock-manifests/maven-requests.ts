import { posix } from 'node:path';
import { directoryOf, siblingPath } from '@scangate/engines/units/paths';
import { buildArguments } from '../jvm/maven-build.ts';
import { modulesLeftOut } from '../jvm/maven-modules.ts';
import { parsePom, type Pom } from '../jvm/maven-pom.ts';
import { MissingFile } from '../parse/missing-file.ts';
import { tryParse } from '../parse/parse-document.ts';
import { pinnedMavenVersion } from '../pinned-version.ts';
import { MavenProjects } from '../pom-resolution/maven-projects.ts';
import { noRequests, type ManifestReader } from './manifest-reader.ts';

/** Upper bound of poms that are read for one report. */
const maxPoms = 2000;

/** Returns where a pom says that its parent is; undefined where that is not in the repository. */
const parentPath = ({ path, parent }: Pom): string | undefined => {
  if (!parent?.relativePath) return undefined;
  const stated = posix.normalize(posix.join(directoryOf(path), parent.relativePath));
  return stated.endsWith('.xml') ? stated : posix.join(stated, 'pom.xml');
};

/**
 * Reads the dependencies of the pom.xml beside a report, with versions from its parents and the BOMs of the
 * repository. Maven takes the version of a direct dependency as it is stated, whatever others request.
 */
export const mavenRequests: ManifestReader = ({ path, readText, findNearby }) => {
  const own = siblingPath(path, 'pom.xml');
  const text = readText(own);
  if (text === undefined) return noRequests;
  const project = tryParse(text, (known) => parsePom(known, own));
  if (!project) return { names: [], unreadable: [own] };
  const parsed = new Map([[own, project]]);
  const add = (at: string): Pom | undefined => {
    const pom = parsed.has(at) ? undefined : tryParse(readText(at), (known) => parsePom(known, at));
    if (pom && parsed.size < maxPoms) parsed.set(at, pom);
    return pom;
  };
  for (let pom: Pom | undefined = project; pom;) pom = add(parentPath(pom) ?? own);
  for (const at of findNearby('pom.xml')) add(at);
  const readBuildFile = (at: string): string => {
    const found = readText(at);
    if (found === undefined) throw new MissingFile('it is not in this unit');
    return found;
  };
  const { properties: userProperties } = buildArguments({ readText: readBuildFile });
  const projects = new MavenProjects(parsed, { userProperties });
  const asked = projects.dependenciesOf(project);
  return {
    names: asked.map(({ name }) => name),
    unreadable: modulesLeftOut(project, (at) => readText(at) !== undefined),
    fixed: asked.flatMap(({ name, version }) => {
      const pinned = pinnedMavenVersion(version);
      return pinned === undefined || projects.memberOf({ name, version: pinned })
        ? []
        : [{ name, version: pinned }];
    }),
  };
};
