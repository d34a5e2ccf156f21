import type { Engine } from '../engine.ts';
import { assessedTally, componentCoverage } from '../component-coverage.ts';
import { versionOf } from '../engine-version.ts';

/** `sbom` has no findings; its coverage says how complete the document is. */
export const sbomEngine: Engine = {
  scanType: 'sbom',
  version: versionOf(),
  run: ({ inventory }) => {
    const assessed = assessedTally(inventory);
    for (const component of inventory.components) assessed.add(component);
    return { findings: [], coverage: componentCoverage('sbom', inventory, { ...assessed, gaps: [] }) };
  },
};
