import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { goOrder } from '@scangate/engines/versions/go-order';
import {
  noteOpenEnd,
  noteUnconfirmed,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { maxPackages } from '../package-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { LineCursor } from '../parse/lines.ts';

const line = /^(\S{1,500}) (v\d\S{0,200}?)(\/go\.mod)? h1:[A-Za-z0-9+/]{43}=$/;
const longestLine = 1024;
const visible = asciiClass(/[!-~]/);
const digit = asciiClass(/\d/);
const inDigest = asciiClass(/[A-Za-z0-9+/]/);
const [digestMark, digestLength] = [' h1:', 43];
const ofManifest = '/go.mod';
const [longestName, longestVersion] = [500, 200];

/** A module and its version; the digest of its go.mod alone has none. */
type Stated = readonly [name: string, version: string] | 'manifest';

/** Reads a line as Go writes it; undefined where anything else is next. */
const usualModule = (lines: LineCursor): Stated | undefined => {
  const { text, at } = lines;
  const blank = endOfClass(text, visible, at);
  const to = endOfClass(text, visible, blank + 1);
  const from = to + digestMark.length;
  const end = from + digestLength;
  const isUsual =
    blank > at &&
    text.startsWith(' v', blank) &&
    digit[text.charCodeAt(blank + 2)] === 1 &&
    text.startsWith(digestMark, to) &&
    endOfClass(text, inDigest, from) === end &&
    text.startsWith('=\n', end);
  if (!isUsual || blank - at > longestName || to - blank > longestVersion) return undefined;
  lines.goTo(end + 2);
  return text.endsWith(ofManifest, to) ? 'manifest' : [text.slice(at, blank), text.slice(blank + 1, to)];
};

/** Reads any line with a digest; undefined for other texts. */
const moduleOf = (stated: string): Stated | undefined => {
  const [, name, version, isManifest] = stated.length > longestLine ? [] : (line.exec(stated.trim()) ?? []);
  if (name === undefined || version === undefined) return undefined;
  return isManifest === undefined ? [name, version] : 'manifest';
};

/** Returns whether a version is later than another; one that has no place in the order hides none that has. */
const isLater = (a: string, b: string): boolean => {
  const [left, right] = [goOrder.parse(a), goOrder.parse(b)];
  return left !== undefined && (right === undefined || goOrder.compare(left, right) > 0);
};

/**
 * Reads go.sum where go.mod is missing: the highest version of each module that has a digest of its code. Modules
 * that a build only considered are listed as well, so the result is reported as uncertain.
 */
export const readGoSum: LockfileReader = ({ path, text, notes }) => {
  const versions = new Map<string, string>();
  const add = (name: string, version: string): void => {
    const known = versions.get(name);
    if (known === undefined && versions.size >= maxPackages) notes.addOmitted(1);
    else if (known === undefined || isLater(version, known)) versions.set(name, version);
  };
  for (const lines = new LineCursor(text); !lines.isAtEnd;) {
    let found = usualModule(lines);
    if (!found) {
      const stated = lines.take();
      if (stated.trim() === '') continue;
      found = moduleOf(stated);
      if (!found) notes.add(unreadableEntries, stated.slice(0, 80));
    }
    if (found && found !== 'manifest') add(...found);
  }
  noteOpenEnd(text, notes);
  if (versions.size === 0 && text.trim() !== '' && !/ h1:/.test(text))
    throw new UnreadableFile('it lists no module');
  notes.add('go.mod is missing, and go.sum also lists modules that no build uses', path);
  noteUnconfirmed('go.mod', notes);
  const packageOf = ([name, version]: [string, string]): FoundPackage => ({
    key: `${name}@${version}`,
    ecosystem: 'Go',
    name,
    version,
  });
  return { packages: Array.from(versions, packageOf) };
};
