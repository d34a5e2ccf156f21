import type { SkippedFile } from '../model/source-files.ts';
import { extensionOf } from './paths.ts';

/** The extensions of code whose imports are read (`codeLanguages`). */
export const extensionsOfCode: ReadonlySet<string> = new Set(
  `js cjs mjs jsx ts cts mts tsx vue svelte astro coffee py pyw pyi ipynb go rs java kt kts scala groovy cs vb fs
  rb rake ru erb haml slim php phtml inc dart`.split(/\s+/),
);

const extensionsIn = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.map(extensionOf).filter((extension) => extensionsOfCode.has(extension)));

/**
 * Returns a function that says in which languages the other units of a commit have code, because code of this unit may reach
 * it: a pattern such as `packages/a/*.py` for one below the unit, and `../*.py` for all others.
 * @param pathsByUnit the files of each unit, by its path.
 */
export const codeOfOtherUnits = (
  pathsByUnit: ReadonlyMap<string, readonly string[]>,
): ((unitPath: string) => SkippedFile[]) => {
  const units = [...pathsByUnit].map(([path, paths]) => ({ path, extensions: extensionsIn(paths) }));
  return (unitPath) => {
    const prefix = unitPath === '' ? '' : `${unitPath}/`;
    const patterns = new Map<string, string>();
    for (const { path, extensions } of units) {
      if (path === unitPath) continue;
      const place = path.startsWith(prefix) ? path.slice(prefix.length) : '..';
      for (const extension of extensions) {
        const key = `${place === '..'} ${extension}`;
        if (!patterns.has(key)) patterns.set(key, `${place}/*.${extension}`);
      }
    }
    return [...patterns.values()].map((path) => ({ path, reason: 'other_unit' }));
  };
};
