import { packageName } from '../advisories/package-name.ts';
import { codeLanguages } from './code-languages.ts';
import { namesOfSymbol } from './names-of-symbol.ts';
import { statedGraphs } from '../units/stated-graphs.ts';
import { componentLabel, type Component, type Inventory } from '../model/component.ts';
import type { Usage, UsePlace } from '../model/finding.ts';
import type { PackageUsage, UnitUsage } from './unit-usage.ts';

const maxPlaces = 5;

const keyOf = ({ ecosystem, name }: Pick<Component, 'ecosystem' | 'name'>): string =>
  ecosystem === undefined ? name : `${ecosystem} ${packageName(ecosystem, name)}`;

/** The use of a component: by an import of its own, or through the direct dependency that brings it in. */
interface Use {
  imported: boolean;
  packageUsage?: PackageUsage;
  via?: Component;
}

/** Passes the use of direct dependencies on to their transitive dependencies whose own use is not known yet. */
const spread = (
  uses: Map<string, Use | 'unknown'>,
  roots: readonly Component[],
  { byRef, useOf }: { byRef: ReadonlyMap<string, Component>; useOf: (root: Component) => Use | 'unknown' },
): void => {
  const queue = roots.map((component) => ({ component, use: useOf(component) }));
  for (const { component, use } of queue)
    for (const ref of component.dependsOn) {
      const next = byRef.get(ref);
      if (!next || uses.has(ref)) continue;
      uses.set(ref, use);
      queue.push({ component: next, use });
    }
};

/** Every build of Go has its standard library, which needs no module. */
const needsNothing = ({ ecosystem, name }: Component): boolean => ecosystem === 'Go' && name === 'stdlib';

/**
 * Returns whether another package may bring one: any of its ecosystem that is imported, or whose use is unknown, and any
 * code that is no package may where the file that lists these does not say which package needs which.
 */
const broughtByOthers = (
  inventory: Inventory,
  uses: ReadonlyMap<string, Use | 'unknown'>,
): ((component: Component) => boolean) => {
  const statesGraph = statedGraphs(inventory);
  const used = new Set<Component['ecosystem']>();
  let isOpen = false;
  for (const component of inventory.components) {
    const use = uses.get(component.ref);
    if (statesGraph(component.file)) continue;
    if (component.local) isOpen = true;
    else if (use && (use === 'unknown' || use.imported) && !needsNothing(component))
      used.add(component.ecosystem);
  }
  return ({ ecosystem }) => isOpen || used.has(ecosystem);
};

const usesOf = (inventory: Inventory, packages: readonly PackageUsage[]): Map<string, Use | 'unknown'> => {
  const { components } = inventory;
  const byRef = new Map(components.map((component) => [component.ref, component]));
  const byKey = new Map(packages.map((each) => [keyOf(each), each]));
  const roots = new Set(inventory.direct);
  const uses = new Map<string, Use | 'unknown'>();
  const ownUse = (component: Component): PackageUsage | undefined => byKey.get(keyOf(component));
  const through = (root: Component): Use | 'unknown' => {
    const use = uses.get(root.ref);
    return use === undefined || use === 'unknown' ? 'unknown' : { ...use, via: root };
  };
  /** Gives components that have none yet a use, and passes it on. */
  const settle = (chosen: readonly Component[], useOf: (component: Component) => Use | 'unknown'): void => {
    for (const component of chosen) if (!component.local) uses.set(component.ref, useOf(component));
    spread(uses, chosen, { byRef, useOf: through });
  };
  const direct = components.filter((component) => component.direct || roots.has(component.ref));
  const open = (): Component[] => direct.filter(({ ref }) => !uses.has(ref));
  const isImported = (component: Component): boolean => (ownUse(component)?.places.length ?? 0) > 0;
  // A package with several dependents is used when one of them is, and otherwise unknown rather than unused when one
  // of them is unknown. That the code lists it as well changes nothing.
  settle(components.filter(isImported), (component) => ({
    imported: true,
    packageUsage: ownUse(component)!,
  }));
  settle(
    open().filter((component) => component.local || !ownUse(component)),
    () => 'unknown',
  );
  const mayBeBrought = broughtByOthers(inventory, uses);
  settle(
    open().filter((component) => !component.local),
    (component) =>
      mayBeBrought(component) ? 'unknown' : { imported: false, packageUsage: ownUse(component)! },
  );
  return uses;
};

const placeIn = (
  { files, members }: UnitUsage,
  wanted: number,
  { places }: PackageUsage,
): UsePlace | undefined => {
  for (const [file] of places) {
    const ofFile = members[file] ?? [];
    for (let at = 0; at < ofFile.length; at += 2)
      if (ofFile[at] === wanted) return { file: files[file] ?? '', line: ofFile[at + 1] ?? 0 };
  }
  return undefined;
};

/** Finds the affected symbols that the code refers to; undefined where their absence would prove nothing. */
const referencesTo = (usage: UnitUsage, used: PackageUsage, symbols: readonly string[]) => {
  const positions = new Map(usage.names.map((name, index) => [name, index]));
  const found = symbols.flatMap((symbol) => {
    for (const name of namesOfSymbol(symbol, used.ecosystem)) {
      const wanted = positions.get(name);
      const place = wanted === undefined ? undefined : placeIn(usage, wanted, used);
      if (place) return [{ symbol, place }];
    }
    return [];
  });
  const isProven = usage.truncated === undefined && used.truncated === undefined;
  return found.length > 0 || isProven ? found : undefined;
};

const withMembers = new Set(codeLanguages.flatMap(({ ecosystem, member }) => (member ? [ecosystem] : [])));

/**
 * Returns a function that reports how the code of a unit uses a component, with the symbols that its advisory names,
 * if any; undefined where that is not known.
 */
export const usageOfComponents = (
  inventory: Inventory,
  usage: UnitUsage | undefined,
): ((component: Component, symbols?: readonly string[]) => Usage | undefined) => {
  if (!usage) return () => undefined;
  let uses: ReturnType<typeof usesOf> | undefined;
  return (component, symbols = []) => {
    uses ??= usesOf(inventory, usage.packages);
    const use = uses.get(component.ref);
    if (use === undefined || use === 'unknown') return undefined;
    const { imported, packageUsage, via } = use;
    const isOwn = via === undefined && packageUsage !== undefined && withMembers.has(packageUsage.ecosystem);
    const found =
      imported && isOwn && symbols.length > 0 ? referencesTo(usage, packageUsage, symbols) : undefined;
    const imports = (packageUsage?.places ?? []).map(([file, line]) => ({
      file: usage.files[file] ?? '',
      line,
    }));
    const places = found && found.length > 0 ? found.map(({ place }) => place) : imports;
    return {
      imported,
      ...(via && { via: componentLabel(via) }),
      ...(found && { symbols: found.map(({ symbol }) => symbol) }),
      places: places.slice(0, maxPlaces),
    };
  };
};
