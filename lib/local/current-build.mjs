// Plain JavaScript, because the command line starts faster without Node's TypeScript compiler.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the entry of the current build, or undefined when there is none or an input has changed. */
export const currentBuild = (root, folder) => {
  try {
    const { entry, inputs } = JSON.parse(readFileSync(join(folder, 'current.json'), 'utf8'));
    const isCurrent = inputs.every(([path, mtimeMs, sizeBytes]) => {
      // A path is joined by hand: there are more than a thousand.
      const stat = statSync(`${root}/${path}`);
      return stat.mtimeMs === mtimeMs && stat.size === sizeBytes;
    });
    return isCurrent && existsSync(join(folder, entry)) ? join(folder, entry) : undefined;
  } catch {
    return undefined;
  }
};
