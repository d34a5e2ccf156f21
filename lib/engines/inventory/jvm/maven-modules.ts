import { posix } from 'node:path';
import { isThirdPartyPath } from '@scangate/engines/units/discover-units';
import { directoryOf } from '@scangate/engines/units/paths';
import { recognizeBuildFile } from '@scangate/engines/units/recognize-file';
import type { Pom } from './maven-pom.ts';

/** The kind under which modules are noted that the build has and the scan does not. */
export const unreadModules = 'modules whose pom is not read';

const isRead = (path: string, isThere: (path: string) => boolean): boolean =>
  !isThirdPartyPath(path) && recognizeBuildFile(path) === 'maven' && isThere(path);

/**
 * Returns the modules of a pom, of whatever profile, whose own pom is not read: it is in a directory of third-party code or
 * test data, has another name, or is missing. One outside of the unit is in a unit of its own.
 */
export const modulesLeftOut = ({ path, modules = [] }: Pom, isThere: (path: string) => boolean): string[] =>
  modules.filter((stated) => {
    const place = posix.normalize(posix.join(directoryOf(path), stated));
    const [file, inside] = [place, posix.join(place, 'pom.xml')];
    if (place.startsWith('../')) return ![file, inside].some((each) => isRead(each, () => true));
    return ![file, inside].some((each) => isRead(each, isThere));
  });
