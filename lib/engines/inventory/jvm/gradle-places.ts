import { posix } from 'node:path';
import { isThirdPartyPath } from '@scangate/engines/units/discover-units';
import { directoryOf } from '@scangate/engines/units/paths';
import { isMark, type GradleToken } from './gradle-tokens.ts';

/** The kind under which scripts and directories are noted that a build names and the scan does not read. */
export const unreadPlaces = 'scripts and builds that the build names and that are not read';

const longestArgument = 100;

const textsOf = (tokens: readonly GradleToken[]): string[] =>
  tokens.flatMap(({ kind, value }) => (kind === 'text' ? [value] : []));

/** Returns whether a property with the name is set. */
const sets = (tokens: readonly GradleToken[], name: string): boolean => {
  const at = tokens.findIndex(({ kind, value }) => kind === 'mark' && value === '=');
  return tokens.slice(0, Math.max(at, 0)).some(({ kind, value }) => kind === 'word' && isNamed(value, name));
};

const isNamed = (word: string, name: string): boolean => word === name || word.endsWith(`.${name}`);

/** The objects whose `apply` takes scripts and plugins. Kotlin has a function of this name for all others. */
const owners = new Set(
  ['', 'project.', 'rootProject.', 'settings.', 'gradle.', 'this.'].map((owner) => `${owner}apply`),
);

const isFrom = ({ kind, value }: GradleToken): boolean =>
  (kind === 'word' && isNamed(value, 'from')) || (kind === 'text' && value === 'from');

/** Returns the tokens of the argument at the start: in round brackets, or up to a comma. */
const argumentOf = (tokens: readonly GradleToken[]): readonly GradleToken[] => {
  let depth = 0;
  const isInBrackets = isMark(tokens[0], '(');
  for (const [at, token] of tokens.entries()) {
    if (isMark(token, '(') || isMark(token, '[')) depth += 1;
    if (isMark(token, ')') || isMark(token, ']')) depth -= 1;
    const isEnd = isInBrackets ? depth === 0 : depth < 0 || (depth === 0 && isMark(token, ','));
    if (isEnd || isFrom(token)) return tokens.slice(0, at);
  }
  return tokens;
};

/** Returns the scripts that a statement applies: the argument of each `from`. */
const appliedBy = (tokens: readonly GradleToken[]): string[] =>
  tokens.flatMap((token, at) =>
    isFrom(token) ? [textsOf(argumentOf(tokens.slice(at + 1, at + 1 + longestArgument))).at(-1) ?? ''] : [],
  );

/** Returns the scripts that a statement applies: `apply from:` and `apply { from() }`. A computed one is ''. */
export const scriptsIn = (tokens: readonly GradleToken[], blocks: readonly string[]): string[] => {
  const [first, ...rest] = tokens;
  const isInBlock = isNamed(blocks.at(-1) ?? '', 'apply') || blocks.some((block) => owners.has(block));
  if (isInBlock) return appliedBy(tokens);
  return isNamed(first?.value ?? '', 'apply') ? appliedBy(rest) : [];
};

/**
 * Returns the scripts and directories that a statement makes part of the build: the scripts that it applies, `includeBuild`, and
 * projects and build files in other places. A computed one is ''.
 */
export const placesIn = (tokens: readonly GradleToken[], blocks: readonly string[]): string[] => {
  const [first, ...rest] = tokens;
  const scripts = scriptsIn(tokens, blocks);
  if (scripts.length > 0) return scripts;
  const isPlace = ['projectDir', 'buildFileName'].some((name) => sets(tokens, name));
  if (first?.kind !== 'word' || !(isPlace || first.value === 'includeBuild')) return [];
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
