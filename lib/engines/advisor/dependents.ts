import { componentLabel, type Component, type Inventory } from '../model/component.ts';

const maxNamed = 20;
/**
 * Bounds the steps of all queries, so that a hostile graph of a million edges is not walked for each package.
 */
const maxSteps = 5_000_000;

const dependentsByRef = ({ components }: Inventory): Map<string, string[]> => {
  const dependents = new Map<string, string[]>();
  for (const { ref, dependsOn } of components) {
    for (const needed of dependsOn) {
      const known = dependents.get(needed);
      if (known) known.push(ref);
      else dependents.set(needed, [ref]);
    }
  }
  return dependents;
};

/**
 * Returns a function that lists the direct dependencies leading to a component, including itself if direct:
 * these must be upgraded to upgrade it. Names with versions, sorted; empty when the file has no graph.
 */
export const directDependents = (inventory: Inventory): ((component: Component) => string[]) => {
  const byRef = new Map(inventory.components.map((component) => [component.ref, component]));
  const direct = new Set(inventory.direct);
  const dependents = dependentsByRef(inventory);
  let steps = 0;
  return (component) => {
    const seen = new Set([component.ref]);
    const found = new Set<string>();
    for (const ref of seen) {
      const at = byRef.get(ref);
      if (at && (at.direct || direct.has(ref))) found.add(componentLabel(at));
      for (const dependent of dependents.get(ref) ?? []) {
        steps += 1;
        if (steps <= maxSteps) seen.add(dependent);
      }
    }
    return [...found].sort().slice(0, maxNamed);
  };
};
