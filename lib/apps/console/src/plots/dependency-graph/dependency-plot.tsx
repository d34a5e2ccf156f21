import { curveMonotoneX, line } from 'd3-shape';
import { plotMessages } from '@scangate/console/messages/plots.ts';
import { cutMiddle, markedText } from '@scangate/console/parts/text/marked-text.ts';
import type { DependencyGraph } from './graph.ts';
import styles from './dependency-plot.module.css';
import {
  layOutGraph,
  nodeHeight,
  nodeWidth,
  type PlacedEdge,
  type PlacedNode,
  type Point,
} from './lay-out-graph.ts';
import { GraphList } from './graph-list.tsx';
import { packageLabel } from './package-label.ts';

interface DependencyPlotProps {
  graph: DependencyGraph;
  /** The package that the graph leads to. */
  target: string;
}

const labelLength = 24;

const draw = line<Point>()
  .x(({ x }) => x)
  .y(({ y }) => y)
  .curve(curveMonotoneX)
  .digits(1);

const Edge = ({ edge, target }: { edge: PlacedEdge; target: string }) => (
  <path className={edge.to === target ? styles['lastEdge'] : styles['edge']} d={draw(edge.points) ?? ''} />
);

const Node = ({ placed: { node, x, y }, target }: { placed: PlacedNode; target: string }) => {
  const label = packageLabel(node);
  const kind = node.findings > 0 ? styles['affected'] : styles['plain'];
  return (
    <g transform={`translate(${x} ${y})`} className={node.purl === target ? styles['target'] : kind}>
      <title>{markedText(label)}</title>
      <rect className={styles['box']} width={nodeWidth} height={nodeHeight} rx={4} />
      <text className={styles['label']} x={8} y={nodeHeight / 2} dominantBaseline="central">
        {cutMiddle(markedText(label), labelLength)}
      </text>
    </g>
  );
};

/** The paths to a package, dependents on the left, and the same as a nested list. */
export const DependencyPlot = ({ graph, target }: DependencyPlotProps) => {
  const { nodes, edges, width, height, truncated } = layOutGraph(graph);
  if (nodes.length === 0) return <p className={styles['note']}>{plotMessages.unplaced}</p>;
  return (
    <div className={styles['plot']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keys */}
      <div className={styles['scroll']} role="region" aria-label={plotMessages.graphRegion} tabIndex={0}>
        <svg width={width + 2} height={height + 2} viewBox={`-1 -1 ${width + 2} ${height + 2}`} role="img">
          <title>{plotMessages.graph(nodes.length)}</title>
          {edges.map((edge) => (
            <Edge key={`${edge.from} ${edge.to}`} edge={edge} target={target} />
          ))}
          {nodes.map((placed) => (
            <Node key={placed.node.purl} placed={placed} target={target} />
          ))}
        </svg>
      </div>
      {truncated && <p className={styles['note']}>{plotMessages.truncated(nodes.length)}</p>}
      <GraphList graph={graph} />
    </div>
  );
};
