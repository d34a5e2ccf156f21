import { compareText } from '@scangate/engines/model/compare-text';
import type { Component } from '@scangate/engines/model/component';
import type { FoundPackage } from '../lockfile-reader.ts';
import { maxPackages } from '../package-limit.ts';
import { componentOf, newDraft, placeDirect, plainRef, type InventorySource } from './draft.ts';

const isLone = ({ file, dependsOn, optionallyDependsOn }: FoundPackage): boolean =>
  file === undefined && !dependsOn?.length && !optionallyDependsOn?.length;

const byRef = (a: Component, b: Component): number => compareText(a.ref, b.ref);

/** Sorts components by their refs. The packages of one type are mostly listed in order, and then sorted in one pass. */
const sortByRef = (components: Component[]): Component[] => {
  const byType = Map.groupBy(components, ({ ref }) => ref.slice(0, ref.indexOf('/') + 1));
  if (byType.has('')) return components.sort(byRef);
  return [...byType.keys()].sort().flatMap((type) => byType.get(type)!.sort(byRef));
};

/**
 * Builds the components of a file of which no package depends on another one, as images are mostly listed: all are direct.
 * @returns undefined for any other sources, and where two packages have the same ref.
 */
export const loneComponents = (sources: readonly InventorySource[]): Component[] | undefined => {
  const [source, ...others] = sources;
  if (!source || others.length > 0) return undefined;
  const { packages, roots, hasDistinctKeys } = source.content;
  const areLone = hasDistinctKeys && !roots && packages.length <= maxPackages && packages.every(isLone);
  if (!areLone) return undefined;
  const components = packages.map((found) => {
    const draft = newDraft(found, source.file);
    placeDirect(draft);
    draft.ref = plainRef(draft);
    return componentOf(draft);
  });
  const sorted = sortByRef(components);
  return sorted.every(({ ref }, at) => at === 0 || ref !== sorted[at - 1]!.ref) ? sorted : undefined;
};
