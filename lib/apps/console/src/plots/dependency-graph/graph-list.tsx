import { plotMessages } from '@scangate/console/messages/plots.ts';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import type { DependencyGraph } from './graph.ts';
import styles from './dependency-plot.module.css';
import { nestGraph, type NestedNode } from './nest-graph.ts';
import { packageLabel } from './package-label.ts';

const Branch = ({ nodes }: { nodes: readonly NestedNode[] }) => (
  <ul className={styles['list']}>
    {nodes.map(({ node, isRepeated, children }, index) => (
      // A package may stand twice on one level, so its place is part of the key.
      <li key={`${index} ${node.purl}`}>
        <Code value={packageLabel(node)} />{' '}
        <span className={styles['meta']}>
          {[
            ...(node.direct ? [plotMessages.direct] : []),
            ...(node.findings > 0 ? [plotMessages.findings(node.findings)] : []),
            ...(isRepeated ? [plotMessages.again] : []),
          ].join(', ')}
        </span>
        {children.length > 0 && <Branch nodes={children} />}
      </li>
    ))}
  </ul>
);

/** The graph as a nested list, for those who do not see it drawn. */
export const GraphList = ({ graph }: { graph: DependencyGraph }) => (
  <details className={styles['behind']}>
    <summary>{plotMessages.asList}</summary>
    <Branch nodes={nestGraph(graph)} />
  </details>
);
