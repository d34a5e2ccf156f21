import { siblingPath } from '@scangate/engines/units/paths';
import { readBuildTexts, sbtModules, type SbtModule } from '../lock-manifests/sbt-requests.ts';
import {
  computedRequests,
  unreadableManifests,
  type FoundPackage,
  type LockfileInput,
} from '../lockfile-reader.ts';

/** The ends that the names of plugins and of modules with `%%` have in the build of a build, by the major version of sbt. */
const endings = { '1': ['_2.12_1.0', '_2.12'], '2': ['_sbt2_3', '_3'] } as const;

const endingsOf = (properties: string | undefined): readonly [string, string] => {
  const [, major] = /^[ \t]{0,20}sbt\.version[ \t]{0,20}[=:][ \t]{0,20}(\d)/m.exec(properties ?? '') ?? [];
  return endings[major === '2' ? '2' : '1'];
};

const fixedVersion = /^\d[\w.+-]{0,100}$/;

/** Builds at other places may be plugins, too. */
const buildsIn = (file: string, text: string): string[] =>
  ['RootProject', 'ProjectRef'].filter((each) => text.includes(each)).map((each) => `${file}: ${each}`);

/**
 * Reads the plugins that the build of a build requests literally: they run while it is built and are no part of the
 * program. What they add to the program is in the lockfile.
 */
export const sbtPlugins = ({ path, readText, findNearby, notes }: LockfileInput): FoundPackage[] => {
  const { texts, left } = readBuildTexts(findNearby('*.sbt', 'project/'), readText);
  for (const file of left) notes.add(unreadableManifests, file);
  if (texts.length === 0) return [];
  const [plugin, module] = endingsOf(readText(siblingPath(path, 'project/build.properties')));
  const nameOf = ({ group, artifact, signs, isPlugin }: SbtModule): string => {
    const crossed = signs === '%' ? '' : module;
    return `${group}:${artifact}${isPlugin ? plugin : crossed}`;
  };
  return texts.flatMap(({ file, text }) => {
    const { modules, computed, isUnfinished } = sbtModules(file, text);
    for (const request of [...computed, ...buildsIn(file, text)]) notes.add(computedRequests, request);
    if (isUnfinished) notes.add(unreadableManifests, file);
    return modules.map((each, at): FoundPackage => {
      const name = nameOf(each);
      const version = fixedVersion.test(each.version) ? each.version : undefined;
      return {
        key: `${file} ${at} ${name}`,
        ecosystem: 'Maven',
        name,
        ...(version !== undefined && { version }),
        scope: 'dev',
        file,
      };
    });
  });
};
