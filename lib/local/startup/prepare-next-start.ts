import { currentBuild } from '#local/current-build.mjs';
import { keepJavaStart, keptJavaStart } from './java-start.ts';

const bundle = async (root: string, folder: string): Promise<void> => {
  if (currentBuild(root, folder) !== undefined) return;
  const { bundleStart } = await import('./bundle-start.ts');
  await bundleStart(root, folder);
};

const keepClasses = async (root: string): Promise<void> => {
  if (!keptJavaStart(root)) await keepJavaStart(root);
};

/**
 * Prepares, in the background after a start, files that make the next start faster. If the folders are not writable
 * or Java keeps no classes, the next start is merely slower, and a line says why.
 */
export const prepareNextStart = async (
  root: string,
  folder: string,
  report: (line: string) => void = (line) => console.error(line),
): Promise<void> => {
  const tried = async (what: string, prepare: () => Promise<void>): Promise<void> => {
    try {
      await prepare();
    } catch (error) {
      const [cause] = (error instanceof Error ? error.message : String(error)).split('\n');
      report(`The next start takes longer, because ${what} could not be stored: ${cause}`);
    }
  };
  await tried('its bundle', () => bundle(root, folder));
  await tried("the database's classes", () => keepClasses(root));
};
