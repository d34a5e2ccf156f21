import type { RoutePlan } from '../template/api-plan.ts';

export interface RouteMatch {
  route: RoutePlan;
  pathParameters: Record<string, string>;
}

interface Node {
  fixed: Map<string, Node>;
  /** The node of a placeholder `{name}`. */
  open: { name: string; node: Node } | undefined;
  /** Routes by method. */
  routes: Map<string, RoutePlan>;
}

const emptyNode = (): Node => ({ fixed: new Map(), open: undefined, routes: new Map() });

const partsOf = (path: string) => path.split('/').slice(1);

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** Compiles the routes. A fixed part wins over a placeholder, as in API Gateway. */
export const openRouter = (routes: readonly RoutePlan[]) => {
  const root = emptyNode();
  for (const route of routes) {
    let node = root;
    for (const part of route.path === '/' ? [] : partsOf(route.path)) {
      const name = /^\{([\w.-]+)\}$/.exec(part)?.[1];
      if (name === undefined) {
        const next = node.fixed.get(part) ?? emptyNode();
        node.fixed.set(part, next);
        node = next;
      } else {
        node.open ??= { name, node: emptyNode() };
        node = node.open.node;
      }
    }
    node.routes.set(route.method, route);
  }

  /** @returns undefined when no route has this method and path. */
  return (method: string, path: string): RouteMatch | undefined => {
    const pathParameters: Record<string, string> = {};
    let node = root;
    for (const part of path === '/' ? [] : partsOf(path)) {
      const fixed = node.fixed.get(part);
      if (fixed) node = fixed;
      else if (node.open && part !== '') {
        pathParameters[node.open.name] = decoded(part);
        node = node.open.node;
      } else return undefined;
    }
    const route = node.routes.get(method) ?? node.routes.get('ANY');
    return route && { route, pathParameters };
  };
};
