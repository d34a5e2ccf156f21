import type { SourceScanType } from './model/assessed-unit.ts';
import type { ScanType } from './model/scan-type.ts';
import type { Engine, SourceEngine } from './engine.ts';

type InventoryScanType = Exclude<ScanType, SourceScanType>;

/** The engines that evaluate an inventory, each loaded on demand. A new scan type is a folder and an entry here. */
const engines: Record<InventoryScanType, () => Promise<Engine>> = {
  sbom: async () => (await import('./sbom/sbom-engine.ts')).sbomEngine,
  sca: async () => (await import('./sca/sca-engine.ts')).scaEngine,
  license: async () => (await import('./license/license-engine.ts')).licenseEngine,
  'dependency-advisor': async () => (await import('./advisor/advisor-engine.ts')).advisorEngine,
};

/** The engines that read source files. */
const sourceEngines: Record<SourceScanType, () => Promise<SourceEngine>> = {
  secrets: async () => (await import('./secrets/secrets-engine.ts')).secretsEngine,
  sast: async () => (await import('./sast/sast-engine.ts')).sastEngine,
};

export const readsSource = (type: ScanType): type is SourceScanType => Object.hasOwn(sourceEngines, type);

export const loadEngine = async (type: InventoryScanType): Promise<Engine> => engines[type]();

export const loadSourceEngine = async (type: SourceScanType): Promise<SourceEngine> => sourceEngines[type]();
