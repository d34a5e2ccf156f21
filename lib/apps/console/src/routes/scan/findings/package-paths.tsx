import type { ReactElement } from 'react';
import { findingMessages } from '@scangate/console/messages/gate/findings.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { DependencyPlot } from '@scangate/console/plots/dependency-graph/dependency-plot.tsx';
import type { DependencyGraph, GraphEdge } from '@scangate/console/plots/dependency-graph/graph.ts';
import { pathGraph } from '@scangate/console/plots/dependency-graph/path-graph.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import type { Finding } from '@scangate/client';

interface PackagePathsProps {
  scanId: string;
  finding: Extract<Finding, { purl?: string; packageName: string }>;
  purl: string;
}

const edgesOf = (edges: readonly (readonly string[])[]): GraphEdge[] =>
  edges.flatMap(([from, to]) => (from === undefined || to === undefined ? [] : [[from, to] as const]));

/** The path of the finding is all that is known where the lockfile states no graph. */
const pathOf = (finding: PackagePathsProps['finding'], purl: string): DependencyGraph =>
  pathGraph(finding.kind === 'vulnerability' ? finding.dependencyPath : [], purl);

/** Shows how a package comes in: every path from a direct dependency to it. */
export const PackagePaths = ({ scanId, finding, purl }: PackagePathsProps): ReactElement => {
  const { projectUnitId } = finding;
  const reading = useRead('get-dependency-graph', { params: { scanId }, query: { purl, projectUnitId } });
  return (
    <Panel title={findingMessages.path} reading={reading} rows={2}>
      {({ nodes, edges, truncated }) => {
        const graph = { nodes, edges: edgesOf(edges), truncated };
        return <DependencyPlot graph={nodes.length > 0 ? graph : pathOf(finding, purl)} target={purl} />;
      }}
    </Panel>
  );
};
