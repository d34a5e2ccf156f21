import { Session } from 'node:inspector/promises';
import type { Profiler } from 'node:inspector';

/** The blocks of code of a part of the service, as V8 tells them apart, and those that ran. */
export interface CoveredBlocks {
  blocks: number;
  ran: number;
}

const layers = ['lib/app', 'lib/domain', 'functions'] as const;
const root = new URL('../../../', import.meta.url).href;

const layerOf = (url: string): string | undefined =>
  url.startsWith(root) && url.endsWith('.ts')
    ? layers.find((layer) => url.startsWith(`${root}${layer}/`))
    : undefined;

/** Counts the ranges of functions; of one that never ran, V8 knows only the whole. */
export const countBlocks = (
  scripts: readonly Pick<Profiler.ScriptCoverage, 'url' | 'functions'>[],
): Record<string, CoveredBlocks> => {
  const counted = Object.fromEntries(layers.map((layer) => [layer, { blocks: 0, ran: 0 }]));
  for (const { url, functions } of scripts) {
    const blocks = counted[layerOf(url) ?? ''];
    if (!blocks) continue;
    // The first function is the module itself.
    const ranges = functions.slice(1).flatMap((each) => each.ranges);
    blocks.blocks += ranges.length;
    blocks.ran += ranges.filter(({ count }) => count > 0).length;
  }
  return counted;
};

/** Begins to count which blocks run, before anything is loaded. @returns ends it, and tells. */
export const watchBlocks = async (): Promise<() => Promise<Record<string, CoveredBlocks>>> => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    session.disconnect();
    return countBlocks(result);
  };
};
