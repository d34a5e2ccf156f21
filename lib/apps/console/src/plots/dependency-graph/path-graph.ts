import type { DependencyGraph } from './graph.ts';

/** A graph of one path, from the direct dependency on. It is there before any other path is read. */
export const pathGraph = (path: readonly string[], purl: string): DependencyGraph => {
  const ids = path.map((name, index) => (index === path.length - 1 ? purl : name));
  return {
    nodes: ids.map((id, index) => ({
      purl: id,
      direct: index === 0,
      scope: 'required',
      findings: index === ids.length - 1 ? 1 : 0,
    })),
    edges: ids.slice(1).map((id, index) => [ids[index] ?? '', id] as const),
    truncated: false,
  };
};
