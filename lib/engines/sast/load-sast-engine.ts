import type { SourceEngine } from '../engine.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { sourceTypeOf } from './dialects.ts';
import { loadDialects } from './parser.ts';
import { sastEngine } from './sast-engine.ts';

/** Loads the engine with the grammars that these files need. */
export const loadSastEngine = async ({ entries }: SourceFiles): Promise<SourceEngine> => {
  await loadDialects(entries.flatMap(({ path }) => sourceTypeOf(path)?.dialect ?? []));
  return sastEngine;
};
