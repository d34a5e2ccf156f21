import type { SourceScanType } from './model/scan-type.ts';
import type { SourceEngine } from './engine.ts';

/**
 * The engines that read source files, each loaded on demand. They bring the parsers, which whoever only judges does not
 * need.
 */
const sourceEngines: Record<SourceScanType, () => Promise<SourceEngine>> = {
  secrets: async () => (await import('./secrets/secrets-engine.ts')).secretsEngine,
  sast: async () => (await import('./sast/sast-engine.ts')).sastEngine,
};

export const loadSourceEngine = async (type: SourceScanType): Promise<SourceEngine> => sourceEngines[type]();
