import { compareText } from '../model/compare-text.ts';
import type { AssessedUnit } from '../model/assessed-unit.ts';
import { componentLabel, type Component } from '../model/component.ts';
import type { LicenseFinding, UpgradeFinding, VulnerabilityFinding } from '../model/finding.ts';
import { dependencyGraph } from './dependency-graph.ts';
import type { DependencyChange } from './dependency-change.ts';

/** A finding that a change of dependencies can clear. */
export type ChangeableFinding = VulnerabilityFinding | LicenseFinding;

interface Blocked {
  component: Component;
  upgrade?: UpgradeFinding;
}

const placeOf = (name: string, version: string | undefined, file: string): string =>
  JSON.stringify([name, version ?? '', file]);

const describe = ({ ref, name, version, purl, file }: Component) => ({
  ref,
  packageName: name,
  ...(version !== undefined && { version }),
  ...(purl !== undefined && { purl }),
  file,
});

const upgradeOf = (component: Component, advice: UpgradeFinding): DependencyChange => ({
  action: 'upgrade',
  ...describe(component),
  ...(advice.upgradeTo !== undefined && { upgradeTo: advice.upgradeTo }),
  breaking: advice.breaking,
  via: advice.via,
  clears: advice.clears,
});

/** Lists the components that findings block, each with the upgrade that clears it, if there is one. */
const blockedComponents = (
  { inventory }: AssessedUnit,
  findings: readonly ChangeableFinding[],
  { advice, hopeless }: { advice: readonly UpgradeFinding[]; hopeless: ReadonlySet<string> },
): Blocked[] => {
  const upgrades = new Map(
    advice
      .filter(({ upgradeTo, clears }) => upgradeTo !== undefined && clears.length > 0)
      .map((each) => [placeOf(each.packageName, each.version, each.file), each]),
  );
  const places = new Map<string, boolean>();
  for (const { kind, packageName, version, file } of findings) {
    const place = placeOf(packageName, version, file);
    places.set(place, (places.get(place) ?? true) && kind === 'vulnerability');
  }
  return inventory.components.flatMap((component): Blocked[] => {
    const place = placeOf(component.name, component.version, component.file);
    const canUpgrade = places.get(place);
    if (canUpgrade === undefined) return [];
    const upgrade = canUpgrade && !hopeless.has(component.ref) ? upgrades.get(place) : undefined;
    return [{ component, ...(upgrade && { upgrade }) }];
  });
};

/**
 * Plans the fewest changes that clear these findings: a removal only where no upgrade clears them, and no upgrade of
 * a package that a removal takes along. A transitive package is removed with all direct dependencies that lead to
 * it.
 * @param options `hopeless` has the refs whose upgrade does not clear them.
 */
export const planDependencyChanges = (
  unit: AssessedUnit,
  findings: readonly ChangeableFinding[],
  options: { advice: readonly UpgradeFinding[]; hopeless: ReadonlySet<string> },
): DependencyChange[] => {
  const blocked = blockedComponents(unit, findings, options);
  const graph = dependencyGraph(unit.inventory);
  const byRef = new Map(unit.inventory.components.map((component) => [component.ref, component]));
  const takesAlong = new Map<string, Set<string>>();
  for (const { component, upgrade } of blocked) {
    if (upgrade) continue;
    for (const root of graph.rootsOf(component.ref))
      takesAlong.set(root, (takesAlong.get(root) ?? new Set()).add(componentLabel(component)));
  }
  const stays = graph.without(new Set(takesAlong.keys()));
  const removals = [...takesAlong].flatMap(([ref, labels]): DependencyChange[] => {
    const component = byRef.get(ref);
    return component
      ? [{ action: 'remove', ...describe(component), clears: [...labels].toSorted(compareText) }]
      : [];
  });
  const upgrades = blocked.flatMap(({ component, upgrade }) =>
    upgrade && stays.has(component.ref) ? [upgradeOf(component, upgrade)] : [],
  );
  return [...removals, ...upgrades].toSorted((a, b) => compareText(a.ref, b.ref));
};
