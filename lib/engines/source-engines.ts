import type { CustomRule } from './model/gate/custom-rules.ts';
import type { SourceScanType } from './model/scan-type.ts';
import type { SourceEngine } from './engine.ts';
import type { SourceFiles } from './model/source-files.ts';

/**
 * The engines that read source files, each loaded on demand with what these files need. They load parsers, which
 * code that only judges does not need.
 */
const sourceEngines: Record<SourceScanType, (files: SourceFiles) => Promise<SourceEngine>> = {
  secrets: async () => (await import('./secrets/secrets-engine.ts')).secretsEngine,
  sast: async (files) => (await import('./sast/load-sast-engine.ts')).loadSastEngine(files),
};

/** Loads an engine that can run on these files. */
export const loadSourceEngine = async (type: SourceScanType, files: SourceFiles): Promise<SourceEngine> =>
  sourceEngines[type](files);

/** Loads an engine with an organization's rules added; its canary only proves the engine's own rules. */
export const loadEngineWithRules = async (
  type: SourceScanType,
  files: SourceFiles,
  customRules: readonly CustomRule[] = [],
): Promise<{ engine: SourceEngine; builtIn: SourceEngine }> => {
  const builtIn = await loadSourceEngine(type, files);
  if (customRules.length === 0) return { engine: builtIn, builtIn };
  const { engineWithCustomRules } = await import('./custom-rules/run-with-custom-rules.ts');
  return { engine: await engineWithCustomRules(builtIn, customRules, files), builtIn };
};
