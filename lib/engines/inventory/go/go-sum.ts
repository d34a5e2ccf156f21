import { goOrder } from '@scangate/engines/versions/go-order';
import {
  noteOpenEnd,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { maxPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { linesOf } from '../parse/lines.ts';

const line = /^(\S{1,500}) (v\d\S{0,200}?)(\/go\.mod)? h1:[A-Za-z0-9+/]{43}=$/;
const longestLine = 1024;

const isLater = (a: string, b: string): boolean => {
  const [left, right] = [goOrder.parse(a), goOrder.parse(b)];
  return left !== undefined && right !== undefined && goOrder.compare(left, right) > 0;
};

/**
 * Reads go.sum where go.mod is missing: the highest version of each module that has a digest of its code. Modules
 * that a build only considered are listed as well, so the result is reported as uncertain.
 */
export const readGoSum: LockfileReader = ({ path, text, notes }) => {
  const versions = new Map<string, string>();
  for (const stated of linesOf(text)) {
    if (stated.trim() === '') continue;
    const [, name, version, isManifest] = stated.length > longestLine ? [] : (line.exec(stated.trim()) ?? []);
    if (name === undefined || version === undefined) notes.add(unreadableEntries, stated.slice(0, 80));
    else if (isManifest === undefined) {
      const known = versions.get(name);
      if (known === undefined && versions.size >= maxPackages) notes.addOmitted(1);
      else if (known === undefined || isLater(version, known)) versions.set(name, version);
    }
  }
  noteOpenEnd(text, notes);
  if (versions.size === 0 && text.trim() !== '' && !/ h1:/.test(text))
    throw new UnreadableFile('it lists no module');
  notes.add('go.mod is missing, and go.sum also lists modules that no build uses', path);
  const packages = [...versions].map(([name, version]): FoundPackage => ({
    key: `${name}@${version}`,
    ecosystem: 'Go',
    name,
    version,
  }));
  return { packages };
};
