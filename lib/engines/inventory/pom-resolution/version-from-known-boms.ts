import { versionFromBom } from '../jvm/known-boms.ts';
import { pinnedMavenVersion } from '../pinned-version.ts';

/** Returns the version of `group:artifact:…` from well-known parents or BOMs that are neither in the repository nor imported, `group:artifact:version`. */
export const versionFromOutsideBoms = (key: string, boms: Iterable<string>): string | undefined => {
  const [group = '', artifact = ''] = key.split(':');
  for (const bom of boms) {
    const [g, a, stated] = bom.split(':');
    const bomVersion = pinnedMavenVersion(stated);
    const version =
      bomVersion && versionFromBom({ name: `${g}:${a}`, version: bomVersion }, { group, artifact });
    if (version) return version;
  }
  return undefined;
};
