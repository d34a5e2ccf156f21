import { componentLabel, type Component, type Inventory } from '../model/component.ts';

/** Longer paths are cut in the middle, because a hostile lockfile can be one chain of many thousands. */
const longestPath = 40;
const shownAtEachEnd = 19;

/** Maps each reachable component to its predecessor on a shortest path; undefined where paths begin. */
const predecessors = (
  inventory: Inventory,
  byRef: ReadonlyMap<string, Component>,
): Map<string, string | undefined> => {
  const before = new Map<string, string | undefined>();
  const queue: string[] = [];
  const reach = (ref: string, from: string | undefined): void => {
    if (before.has(ref) || !byRef.has(ref)) return;
    before.set(ref, from);
    queue.push(ref);
  };
  for (const ref of inventory.direct) reach(ref, undefined);
  for (const component of inventory.components) if (component.direct) reach(component.ref, undefined);
  for (const ref of queue) {
    for (const next of byRef.get(ref)?.dependsOn ?? []) reach(next, ref);
  }
  return before;
};

/** Returns a function that gives the components on the shortest path from a direct dependency to a component. */
const shortestPaths = (inventory: Inventory): ((component: Component) => Component[]) => {
  const byRef = new Map<string, Component>();
  let before: ReadonlyMap<string, string | undefined> | undefined;
  return (component) => {
    // Most packages of an image are direct, so that its graph is not needed.
    if (component.direct) return [component];
    if (!before) {
      for (const each of inventory.components) byRef.set(each.ref, each);
      before = predecessors(inventory, byRef);
    }
    const path: Component[] = [];
    let at: Component | undefined = component;
    while (at) {
      path.push(at);
      const previous: string | undefined = before.get(at.ref);
      at = previous === undefined ? undefined : byRef.get(previous);
    }
    return path.toReversed();
  };
};

/**
 * Returns a function that gives the shortest path from a direct dependency to a component, as names with
 * versions. A component that no path reaches (the file has no graph) is alone on its path.
 */
export const dependencyPaths = (inventory: Inventory): ((component: Component) => string[]) => {
  const pathOf = shortestPaths(inventory);
  return (component) => {
    const path = pathOf(component).map(componentLabel);
    if (path.length <= longestPath) return path;
    return [...path.slice(0, shownAtEachEnd), '…', ...path.slice(-shownAtEachEnd)];
  };
};

/** Returns a function that gives the shortest path to a component as names without versions. */
export const namePaths = (inventory: Inventory): ((component: Component) => string[]) => {
  const pathOf = shortestPaths(inventory);
  return (component) => pathOf(component).map(({ name }) => name);
};
