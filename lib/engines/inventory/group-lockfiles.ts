import { projectDirectoryOf, recognizeLockfile } from '../units/recognize-file.ts';
import type { LockfileFormat } from './formats.ts';
import { isThirdPartyPath } from '../units/discover-units.ts';
import type { UnitType } from '../model/project-unit.ts';

/** Files that hold the same information in different formats: one format, usually one file. */
interface Alternative {
  format?: LockfileFormat;
  paths: string[];
  /** True: leaving it unread when another file is read is no gap. */
  isSubstitute?: true;
}

/** The lockfiles of one ecosystem in one directory, by rank. The first one that can be read is used. */
export interface LockfileGroup {
  /** '' or a path with a trailing slash. */
  directory: string;
  type: UnitType;
  alternatives: Alternative[];
}

const depthOf = (directory: string): number => directory.split('/').length;

/** Groups the unit's lockfiles by directory and ecosystem, nearest to the root first. */
export const groupLockfiles = (paths: Iterable<string>): LockfileGroup[] => {
  const groups = new Map<string, LockfileGroup & { ranked: (Alternative & { rank: number })[] }>();
  for (const path of paths) {
    const file = isThirdPartyPath(path) ? undefined : recognizeLockfile(path);
    if (!file) continue;
    const directory = projectDirectoryOf(path);
    const key = `${directory}\n${file.type}`;
    const group = groups.get(key) ?? { directory, type: file.type, alternatives: [], ranked: [] };
    groups.set(key, group);
    const { format, rank, isSubstitute } = file;
    const known = file.isComplementary && group.ranked.find((each) => each.format === format);
    if (known) {
      known.paths.push(path);
      known.rank = Math.min(known.rank, rank);
    } else
      group.ranked.push({
        ...(format && { format }),
        ...(isSubstitute && { isSubstitute }),
        paths: [path],
        rank,
      });
  }
  const nearest = [...groups.values()].sort((a, b) => depthOf(a.directory) - depthOf(b.directory));
  return nearest.map(({ directory, type, ranked }) => ({
    directory,
    type,
    alternatives: ranked
      .sort((a, b) => a.rank - b.rank)
      .map(({ format, paths: own, isSubstitute }) => ({
        ...(format && { format }),
        paths: own,
        ...(isSubstitute && { isSubstitute }),
      })),
  }));
};
