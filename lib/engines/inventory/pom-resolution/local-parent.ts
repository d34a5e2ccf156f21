import type { Pom } from '../jvm/maven-pom.ts';
import { insideOf, isRange } from './version-constraint.ts';

/** Returns whether a pom of the repository is the parent that another pom names, by the coordinates that both state. */
export const isMeant = (
  { group, artifact, version, parent: above }: Pom,
  parent: { group: string; artifact: string; version: string },
): boolean => {
  if ((group ?? above?.group) !== parent.group || artifact !== parent.artifact) return false;
  const own = version ?? above?.version;
  if (own === undefined) return false;
  return own === parent.version || (isRange(parent.version) && insideOf(parent.version)(own));
};
