import type { Engine } from '../engine.ts';
import { coverageOf, inventoryGaps } from '../inventory-coverage.ts';

/** The SBOM has no findings: the inventory is its result, and `build-sbom.ts` writes it. */
export const sbomEngine: Engine = {
  scanType: 'sbom',
  run: ({ inventory }) => ({
    findings: [],
    coverage: coverageOf('sbom', inventory, inventory.components.length, inventoryGaps(inventory)),
  }),
};
