import type { ReactElement } from 'react';
import { findingMessages } from '@scangate/console/messages/gate/findings.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { DependencyPlot } from '@scangate/console/plots/dependency-graph/dependency-plot.tsx';
import { pathGraph } from '@scangate/console/plots/dependency-graph/path-graph.ts';
import type { FindingOf } from '../scan-data.ts';

/** How a vulnerable package comes in: the shortest path from a direct dependency to it. */
export const PackagePaths = ({ finding }: { finding: FindingOf<'vulnerability'> }): ReactElement => {
  const { purl, packageName, version, dependencyPath } = finding;
  const target = purl ?? `${packageName}@${version}`;
  return (
    <Panel title={findingMessages.path}>
      <DependencyPlot graph={pathGraph(dependencyPath, target)} target={target} />
    </Panel>
  );
};
