import { directivesOf, replacementsOf } from './go-directives.ts';
import { standardLibrary } from './standard-library.ts';
import { emptyRoots, noteOpenEnd, type FoundPackage, type LockfileReader } from '../lockfile-reader.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';

/**
 * Reads go.work: the toolchain that builds the workspace, and the modules that replace others. The requirements of
 * its modules are in their own go.mod.
 */
export const readGoWork: LockfileReader = ({ text, notes }) => {
  const directives = directivesOf(text, notes);
  noteOpenEnd(text, notes);
  if (!directives.get('go')?.length && !directives.get('use')?.length)
    throw new UnreadableFile('it uses no module');
  const packages = new Map<string, FoundPackage>();
  const library = standardLibrary(directives, true, notes);
  if (library) packages.set(library.key, library);
  for (const { path, version } of replacementsOf(directives).values()) {
    if (version === undefined) continue;
    const key = `${path}@${version}`;
    packages.set(key, { key, ecosystem: 'Go', name: path, version });
  }
  return { packages: [...packages.values()], roots: { ...emptyRoots(), required: [...packages.keys()] } };
};
