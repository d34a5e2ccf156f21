import type { ScanType } from '../domain/scans/scan-type.ts';
import type { Engine } from './engine.ts';
import { advisorEngine } from './advisor/advisor-engine.ts';
import { licenseEngine } from './license/license-engine.ts';
import { sastEngine } from './sast/sast-engine.ts';
import { sbomEngine } from './sbom/sbom-engine.ts';
import { scaEngine } from './sca/sca-engine.ts';
import { secretsEngine } from './secrets/secrets-engine.ts';

/** Every engine there is; a new scan type is a folder and a line here. */
export const engines: Record<ScanType, Engine> = {
  sbom: sbomEngine,
  sca: scaEngine,
  license: licenseEngine,
  'dependency-advisor': advisorEngine,
  secrets: secretsEngine,
  sast: sastEngine,
};
