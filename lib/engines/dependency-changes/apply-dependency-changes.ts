import type { AssessedUnit } from '../model/assessed-unit.ts';
import type { Component } from '../model/component.ts';
import { formatPurl, parsePurl } from '../purl/package-url.ts';
import { dependencyGraph } from './dependency-graph.ts';
import type { DependencyChange } from './dependency-change.ts';

const withVersion = (purl: string, version: string): string => {
  const parsed = parsePurl(purl);
  return parsed ? formatPurl({ ...parsed, version }) : purl;
};

const upgraded = (component: Component, version: string): Component => ({
  ...component,
  version,
  ...(component.purl !== undefined && { purl: withVersion(component.purl, version) }),
});

/**
 * Returns a unit as it is after these changes: removed dependencies and those that only they need are gone, and
 * upgraded ones have their new version. The dependencies of a new version are not known, so those of the old one are
 * kept.
 */
export const applyDependencyChanges = (
  unit: AssessedUnit,
  changes: readonly DependencyChange[],
): AssessedUnit => {
  const { inventory, packageLines } = unit;
  const removed = new Set(changes.flatMap(({ action, ref }) => (action === 'remove' ? [ref] : [])));
  const versions = new Map(
    changes.flatMap(({ ref, upgradeTo }) => (upgradeTo === undefined ? [] : [[ref, upgradeTo] as const])),
  );
  const stays = dependencyGraph(inventory).without(removed);
  const kept = inventory.components.flatMap((component, index) =>
    stays.has(component.ref) ? [{ component, line: packageLines[index] ?? 0 }] : [],
  );
  const components = kept.map(({ component }) => {
    const version = versions.get(component.ref);
    return version === undefined ? component : upgraded(component, version);
  });
  const names = new Set(components.map(({ name, version }) => `${name}@${version ?? ''}`));
  const isLeft = ({ packageName, version }: { packageName?: string; version?: string }): boolean =>
    packageName === undefined || names.has(`${packageName}@${version ?? ''}`);
  return {
    ...unit,
    inventory: {
      ...inventory,
      components,
      direct: inventory.direct.filter((ref) => stays.has(ref) && !removed.has(ref)),
      ...(inventory.sources && { sources: inventory.sources.filter(isLeft) }),
    },
    packageLines: kept.map(({ line }) => line),
  };
};
