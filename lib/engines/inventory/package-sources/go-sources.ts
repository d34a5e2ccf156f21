import { directivesOf, replacementsOf } from '../go/go-directives.ts';
import { Notes } from '../gap-notes.ts';
import type { LockedSource, SourceReader } from './locked-source.ts';

/**
 * Reads the replacements of go.mod or go.work: modules that are built from another module's code. A directory, or
 * another version of the same module, does not count.
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
