import type { ScanType, SourceScanType } from './model/scan-type.ts';
import type { Engine } from './engine.ts';

type InventoryScanType = Exclude<ScanType, SourceScanType>;

/** The engines that evaluate an inventory, each loaded on demand. A new scan type is a folder and an entry here. */
const engines: Record<InventoryScanType, () => Promise<Engine>> = {
  sbom: async () => (await import('./sbom/sbom-engine.ts')).sbomEngine,
  sca: async () => (await import('./sca/sca-engine.ts')).scaEngine,
  license: async () => (await import('./license/license-engine.ts')).licenseEngine,
  'dependency-advisor': async () => (await import('./advisor/advisor-engine.ts')).advisorEngine,
};

export const loadEngine = async (type: InventoryScanType): Promise<Engine> => engines[type]();
