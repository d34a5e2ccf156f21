import { directivesOf, replacementsOf } from '../go/go-directives.ts';
import { Notes } from '../notes.ts';
import type { LockedSource, SourceReader } from './locked-source.ts';

/**
 * Reads the replacements of go.mod or go.work: a module that is built from another one's code. A directory, and another
 * version of the same module, are none.
 */
export const goSources: SourceReader = ({ text }) => {
  const replacements = replacementsOf(directivesOf(text, new Notes()));
  const packages = [...replacements].flatMap(([replaced, { path, version }]): LockedSource[] => {
    const [name = replaced] = replaced.split('@', 1);
    if (version === undefined || path === name) return [];
    return [{ name, kind: 'replaced', address: `https://${path}`, mark: `${path} ${version}` }];
  });
  return { ecosystem: 'Go', packages, publicHosts: new Set() };
};
