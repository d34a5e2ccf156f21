import type { DependencyScope } from '@scangate/engines/model/component';
import type { Asking, TreeNode } from './tree-node.ts';

/** The scopes of Maven, strongest first. */
const ranks = ['compile', 'runtime', 'provided', 'test', 'system'] as const;
type Rank = (typeof ranks)[number];

const rankOf = (scope: string): number => {
  const at = ranks.indexOf(scope as Rank);
  return at === -1 ? ranks.indexOf('system') : at;
};

/** Maven's table of the scopes of transitive dependencies. */
const derived = (above: string, own: string): string => {
  if (own === 'system' || own === 'test' || above === 'compile') return own;
  if (above === 'test' || above === 'runtime') return above;
  return above === 'system' || above === 'provided' ? 'provided' : 'runtime';
};

/** The scope that does not depend on the path: that of the project's own declaration, or one that it manages. */
const fixedScope = ({ from, scope, isScopeManaged }: Asking): string | undefined =>
  !from || isScopeManaged ? scope : undefined;

/**
 * Decides the scopes of a tree as Maven does: the project's own declaration decides, otherwise the strongest of all
 * requests, each weakened by the scope of the requesting node.
 */
export const scopesOf = (
  { nodes }: { nodes: readonly TreeNode[] },
  asked: RequestsByAsker = requestsByAsker(nodes),
): ReadonlyMap<TreeNode, string> => {
  const scopes = new Map<TreeNode, string>();
  const pending: TreeNode[][] = ranks.map(() => []);
  const offer = (node: TreeNode, scope: string): void => {
    const known = scopes.get(node);
    if (known !== undefined && rankOf(known) <= rankOf(scope)) return;
    scopes.set(node, scope);
    pending[rankOf(scope)]?.push(node);
  };
  const isDecided = new Set<TreeNode>();
  for (const node of nodes) {
    const own = node.requestedBy.find(({ from }) => !from);
    if (own) isDecided.add(node);
    const fixed = own ? [own] : node.requestedBy;
    for (const asking of fixed) {
      const scope = fixedScope(asking);
      if (scope !== undefined) offer(node, scope);
    }
  }
  const next = (): TreeNode | undefined => pending.find((waiting) => waiting.length > 0)?.pop();
  for (let node = next(); node; node = next())
    for (const [child, asking] of asked.get(node) ?? [])
      if (!isDecided.has(child) && !asking.isScopeManaged)
        offer(child, derived(scopes.get(node) ?? asking.scope, asking.scope));
  return scopes;
};

/** The requests of the nodes of a tree, by requesting node. */
type RequestsByAsker = ReadonlyMap<TreeNode, readonly [TreeNode, Asking][]>;

/** Lists the requests of each node, once for all questions about a tree. */
export const requestsByAsker = (nodes: readonly TreeNode[]): RequestsByAsker => {
  const asked = new Map<TreeNode, [TreeNode, Asking][]>();
  for (const node of nodes)
    for (const asking of node.requestedBy) {
      if (!asking.from) continue;
      const requests = asked.get(asking.from);
      if (requests) requests.push([node, asking]);
      else asked.set(asking.from, [[node, asking]]);
    }
  return asked;
};

/** Returns the required nodes: the others are only reachable by optional dependencies. */
export const neededNodes = (
  { nodes }: { nodes: readonly TreeNode[] },
  asked: RequestsByAsker = requestsByAsker(nodes),
): ReadonlySet<TreeNode> => {
  const needed = new Set<TreeNode>();
  const pending: TreeNode[] = [];
  const reach = (node: TreeNode): void => {
    if (needed.has(node)) return;
    needed.add(node);
    pending.push(node);
  };
  const own = new Map(nodes.map((node) => [node, node.requestedBy.find(({ from }) => !from)]));
  for (const [node, asking] of own) if (asking && !asking.optional) reach(node);
  for (let node = pending.pop(); node; node = pending.pop())
    for (const [child, { optional }] of asked.get(node) ?? []) if (!optional && !own.get(child)) reach(child);
  return needed;
};

/** `system` refers to a local file that is on the class path; `provided` is supplied by the host at run time. */
const componentScopes: ReadonlyMap<string, DependencyScope> = new Map([
  ['compile', 'required'],
  ['runtime', 'required'],
  ['system', 'required'],
  ['provided', 'optional'],
  ['test', 'dev'],
]);

/** Returns the scope of a component by its Maven scope. */
export const componentScope = (scope: string, isOptional: boolean): DependencyScope => {
  const found = componentScopes.get(scope) ?? 'required';
  return isOptional && found === 'required' ? 'optional' : found;
};
