import type { ScanType } from './model/scan-type.ts';
import type { Engine } from './engine.ts';

/** All engines, each loaded on demand. A new scan type is a folder and an entry here. */
const engines: Record<ScanType, () => Promise<Engine>> = {
  sbom: async () => (await import('./sbom/sbom-engine.ts')).sbomEngine,
  sca: async () => (await import('./sca/sca-engine.ts')).scaEngine,
  license: async () => (await import('./license/license-engine.ts')).licenseEngine,
  'dependency-advisor': async () => (await import('./advisor/advisor-engine.ts')).advisorEngine,
  secrets: async () => (await import('./secrets/secrets-engine.ts')).secretsEngine,
  sast: async () => (await import('./sast/sast-engine.ts')).sastEngine,
};

export const loadEngine = async (type: ScanType): Promise<Engine> => engines[type]();
