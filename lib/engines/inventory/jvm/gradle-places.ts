import { posix } from 'node:path';
import { isThirdPartyPath } from '@scangate/engines/units/discover-units';
import { directoryOf } from '@scangate/engines/units/paths';
import type { GradleToken } from './gradle-tokens.ts';

/** The kind under which scripts and directories are noted that a build names and the scan does not read. */
export const unreadPlaces = 'scripts and builds that the build names and that are not read';

const textsOf = (tokens: readonly GradleToken[]): string[] =>
  tokens.flatMap(({ kind, value }) => (kind === 'text' ? [value] : []));

/** Returns whether a property with the name is set. */
const sets = (tokens: readonly GradleToken[], name: string): boolean => {
  const at = tokens.findIndex(({ kind, value }) => kind === 'mark' && value === '=');
  return tokens.slice(0, Math.max(at, 0)).some(({ kind, value }) => kind === 'word' && isNamed(value, name));
};

const isNamed = (word: string, name: string): boolean => word === name || word.endsWith(`.${name}`);

/**
 * Returns the scripts and directories that a statement makes part of the build: `apply from:`, `apply { from() }`, `includeBuild`, and
 * projects and build files in other places. A computed one is ''.
 */
export const placesIn = (tokens: readonly GradleToken[], blocks: readonly string[]): string[] => {
  const [first, ...rest] = tokens;
  const words = rest.flatMap(({ kind, value }) => (kind === 'word' ? [value] : []));
  const isApplied = isNamed(first?.value ?? '', 'apply') && words.includes('from');
  const isScript = isApplied || (first?.value === 'from' && isNamed(blocks.at(-1) ?? '', 'apply'));
  const isPlace = ['projectDir', 'buildFileName'].some((name) => sets(tokens, name));
  if (first?.kind !== 'word' || !(isScript || isPlace || first.value === 'includeBuild')) return [];
  return [textsOf(rest).at(-1) ?? ''];
};

/** Returns a place without the root of the build at its start. */
export const withoutRoot = (place: string): string =>
  place.replace(/^\$\{?(?:rootDir|projectDir|rootProject\.projectDir|project\.projectDir)\}?\//, '');

/** Returns whether a script, or a project in a directory, is among the files that were read. */
export const isReadPlace = (script: string, stated: string, read: readonly string[]): boolean => {
  const place = withoutRoot(stated);
  if (place === '' || /[$:]/.test(place)) return false;
  const candidates = [posix.join(directoryOf(script), place), posix.normalize(place)];
  // A directory above the unit is a unit of its own.
  if (candidates.every((each) => each.startsWith('../'))) return !isThirdPartyPath(`${place}/x`);
  return candidates.some((each) =>
    read.some((path) => path === each || path.startsWith(`${each.replace(/\/$/, '')}/`)),
  );
};
