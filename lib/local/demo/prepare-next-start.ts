import { currentBuild } from '#local/current-build.mjs';
import { keepJavaStart, keptJavaStart } from './java-start.ts';

/**
 * Makes behind a start what the next one is quicker with. Where the folders cannot be written or Java keeps nothing, the next one takes
 * the longer way, too.
 */
export const prepareNextStart = async (root: string, folder: string): Promise<void> => {
  if (currentBuild(root, folder) === undefined) {
    const { bundleStart } = await import('./bundle-start.ts');
    await bundleStart(root, folder).catch(() => undefined);
  }
  if (!keptJavaStart(root)) await keepJavaStart(root).catch(() => undefined);
};
