import type { SkippedFile } from '../model/source-files.ts';
import { extensionOf } from './paths.ts';

/** The extensions of code whose imports are read (`codeLanguages`). */
export const extensionsOfCode: ReadonlySet<string> = new Set(
  `js cjs mjs jsx ts cts mts tsx vue svelte astro coffee py pyw pyi ipynb go rs java kt kts scala groovy cs vb fs
  rb rake ru erb haml slim php phtml inc dart ex exs erl hrl hs lhs ml mli jl r swift`.split(/\s+/),
);

const extensionsIn = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.map(extensionOf).filter((extension) => extensionsOfCode.has(extension)));

/**
 * Returns a function that says in which languages the other units of a commit have code, because code of this unit may reach
 * it: by a pattern that begins with `*` for units below it, and with `..` for all others. No name of a unit is in it, so that
 * results are reused where another unit gets another name.
 * @param pathsByUnit the files of each unit, by its path.
 */
export const codeOfOtherUnits = (
  pathsByUnit: ReadonlyMap<string, readonly string[]>,
): ((unitPath: string) => SkippedFile[]) => {
  const units = [...pathsByUnit].map(([path, paths]) => ({ path, extensions: extensionsIn(paths) }));
  return (unitPath) => {
    const prefix = unitPath === '' ? '' : `${unitPath}/`;
    const patterns = new Set<string>();
    for (const { path, extensions } of units) {
      if (path === unitPath) continue;
      const place = path.startsWith(prefix) ? '*' : '..';
      for (const extension of extensions) patterns.add(`${place}/*.${extension}`);
    }
    return [...patterns].map((path) => ({ path, reason: 'other_unit' }));
  };
};
