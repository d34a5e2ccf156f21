import { emptyRoots, type LockfileReader } from '../lockfile-reader.ts';
import { readNugetTargets } from './nuget-targets.ts';

/**
 * Reads *.deps.json, which the .NET SDK writes next to a program: the packages deployed with it, including the
 * runtime where the program brings its own. Build dependencies are not in it.
 */
export const readDepsJson: LockfileReader = ({ text, notes }) => {
  const { packages } = readNugetTargets(text, notes, (cursor) => cursor.skip());
  const own = [...packages.values()].filter(({ local }) => local === 'member');
  if (own.length === 0) return { packages: [...packages.values()] };
  const direct = new Set(own.flatMap(({ key, dependsOn = [] }) => [key, ...dependsOn]));
  return { packages: [...packages.values()], roots: { ...emptyRoots(), required: [...direct] } };
};
