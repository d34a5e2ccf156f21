import type { ScanType } from './model/scan-type.ts';
import type { Engine } from './engine.ts';
import { advisorEngine } from './advisor/advisor-engine.ts';
import { licenseEngine } from './license/license-engine.ts';
import { sbomEngine } from './sbom/sbom-engine.ts';
import { scaEngine } from './sca/sca-engine.ts';
import { secretsEngine } from './secrets/secrets-engine.ts';

/** All engines. A new scan type is a folder and an entry here. */
const engines: Record<ScanType, () => Engine | Promise<Engine>> = {
  sbom: () => sbomEngine,
  sca: () => scaEngine,
  license: () => licenseEngine,
  'dependency-advisor': () => advisorEngine,
  secrets: () => secretsEngine,
  // Loaded on demand: its parser takes 25 MB and a tenth of a second, which most scans need not spend.
  sast: async () => (await import('./sast/sast-engine.ts')).sastEngine,
};

export const loadEngine = async (type: ScanType): Promise<Engine> => engines[type]();
