import { lockfileAt, type LockfileFormat } from '../../domain/scans/dependency-file.ts';
import type { UnitType } from '../../domain/scans/project-unit.ts';

/** Files that say the same thing in their own way: one format, usually one file. */
export interface Alternative {
  format?: LockfileFormat;
  paths: string[];
}

/** The lockfiles of one ecosystem in one directory, best ranked first; the first that can be read speaks. */
export interface LockfileGroup {
  /** '' or ending with a slash. */
  directory: string;
  type: UnitType;
  alternatives: Alternative[];
}

/** Copies of other people's projects: nothing there says what this one is built from. */
const installed = /(?:^|\/)(?:node_modules|\.venv|venv|site-packages|\.yarn|\.pnpm-store)\//;

/** Where several files of a format complete each other instead of competing. */
const additive: ReadonlySet<LockfileFormat> = new Set(['requirements']);

export const directoryOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

export const isInstalledCopy = (path: string): boolean => installed.test(path);

/** The unit's lockfiles by directory and ecosystem, in the order of their paths. */
export const groupLockfiles = (paths: Iterable<string>): LockfileGroup[] => {
  const groups = new Map<string, LockfileGroup & { ranked: (Alternative & { rank: number })[] }>();
  for (const path of paths) {
    const file = isInstalledCopy(path) ? undefined : lockfileAt(path);
    if (!file) continue;
    const directory = directoryOf(path);
    const key = `${directory}\n${file.type}`;
    const group = groups.get(key) ?? { directory, type: file.type, alternatives: [], ranked: [] };
    groups.set(key, group);
    const { format, rank } = file;
    const known = format && additive.has(format) && group.ranked.find((each) => each.format === format);
    if (known) {
      known.paths.push(path);
      known.rank = Math.min(known.rank, rank);
    } else group.ranked.push({ ...(format && { format }), paths: [path], rank });
  }
  return [...groups.values()].map(({ directory, type, ranked }) => ({
    directory,
    type,
    alternatives: ranked
      .sort((a, b) => a.rank - b.rank)
      .map(({ format, paths: own }) => ({ ...(format && { format }), paths: own })),
  }));
};
