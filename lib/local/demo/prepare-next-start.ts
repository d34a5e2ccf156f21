import { currentBuild } from '#local/current-build.mjs';
import { keepJavaStart, keptJavaStart } from './java-start.ts';

/**
 * Prepares, in the background after a start, files that make the next start faster. If the folders are not writable
 * or Java keeps no classes, the next start is merely slower.
 */
export const prepareNextStart = async (root: string, folder: string): Promise<void> => {
  if (currentBuild(root, folder) === undefined) {
    const { bundleStart } = await import('./bundle-start.ts');
    await bundleStart(root, folder).catch(() => undefined);
  }
  if (!keptJavaStart(root)) await keepJavaStart(root).catch(() => undefined);
};
