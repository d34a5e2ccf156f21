import { posix } from 'node:path';
import { directoryOf, siblingPath } from '@scangate/engines/units/paths';
import { directivesOf, replacementsOf, type Directives } from './go-directives.ts';
import { standardLibrary } from './standard-library.ts';
import {
  emptyRoots,
  noteOpenEnd,
  type FoundPackage,
  type LockfileInput,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';

/** Returns whether a directory is a module of the workspace, which is read by itself. */
const isOwnModule = (place: string, { path, readText }: LockfileInput, directives: Directives): boolean => {
  const plain = (directory: string): string => posix.normalize(`${directory}/`);
  return (
    (directives.get('use') ?? []).some(({ args: [used = ''] }) => plain(used) === plain(place)) ||
    readText(posix.join(directoryOf(path), place, 'go.mod')) !== undefined
  );
};

/**
 * Reads go.work: the toolchain that builds the workspace, and what replaces modules. The requirements of its modules
 * are in their own go.mod, and so is the toolchain where a go.mod is beside it. A replacement counts in addition to what a
 * go.mod states, because builds outside of the workspace do not have it.
 */
export const readGoWork: LockfileReader = (input) => {
  const { path: own, text, notes, readText } = input;
  const directives = directivesOf(text, notes);
  noteOpenEnd(text, notes);
  if (!directives.get('go')?.length && !directives.get('use')?.length)
    throw new UnreadableFile('it uses no module');
  const packages = new Map<string, FoundPackage>();
  const isBesideModule = readText(siblingPath(own, 'go.mod')) !== undefined;
  const library = isBesideModule ? undefined : standardLibrary(directives, true, notes);
  if (library) packages.set(library.key, library);
  for (const [replaced, { path, version }] of replacementsOf(directives)) {
    if (version !== undefined) {
      const key = `${path}@${version}`;
      packages.set(key, { key, ecosystem: 'Go', name: path, version });
    } else if (!isOwnModule(path, input, directives))
      packages.set(replaced, { key: replaced, local: 'path', name: replaced });
  }
  return { packages: [...packages.values()], roots: { ...emptyRoots(), required: [...packages.keys()] } };
};
