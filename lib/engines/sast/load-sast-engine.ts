import type { SourceEngine } from '../engine.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { configurationKinds } from './configuration/configuration-kind.ts';
import { loadConfigurationScanner } from './configuration/loaded-scanner.ts';
import { loadDialects } from './parser.ts';
import { dialectsIn } from './recognize-source.ts';
import { sastEngine } from './sast-engine.ts';

/** Loads the engine with the grammars and readers that these files need. */
export const loadSastEngine = async (files: SourceFiles): Promise<SourceEngine> => {
  await loadDialects(dialectsIn(files));
  if (configurationKinds(files).size > 0) await loadConfigurationScanner();
  return sastEngine;
};
