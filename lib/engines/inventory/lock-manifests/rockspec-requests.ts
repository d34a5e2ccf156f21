import { directoryOf } from '@scangate/engines/units/paths';
import type { ManifestReader } from './manifest-reader.ts';
import { lua } from './source-languages.ts';
import { isSign, isWordSign, textsInside, tokensOf } from './source-tokens.ts';

/** Returns the name of a rock without the user who publishes it. LuaRocks does not tell case apart. */
export const rockName = (name: string): string => name.slice(name.lastIndexOf('/') + 1).toLowerCase();

/** Returns the name in a dependency such as `user/name >= 1.0`. */
const requestedRock = (stated: string): string => {
  let end = 0;
  while (isWordSign(stated[end]) || './-'.includes(stated[end] ?? ' ')) end += 1;
  return stated.slice(0, end);
};

/** Reads each list `dependencies` of a rockspec; the lists of platforms inside it are conditions. */
const rocksIn = (text: string): { names: string[]; isWhole: boolean } => {
  const source = tokensOf(text, lua);
  const { tokens, isUnfinished, isUnbalanced } = source;
  const lists = [...tokens.keys()].filter(
    (at) =>
      tokens[at]?.kind === 'word' &&
      tokens[at]?.value === 'dependencies' &&
      isSign(tokens[at + 1], '=') &&
      !isSign(tokens[at + 2], '='),
  );
  const stated = lists.flatMap((at) => (isSign(tokens[at + 2], '{') ? textsInside(source, at + 2) : []));
  const names = stated.map(({ value }) => requestedRock(value.trim()));
  const isLiteral =
    lists.every((at) => isSign(tokens[at + 2], '{')) &&
    !stated.some(({ isEscaped }) => isEscaped) &&
    !names.includes('');
  return { names: names.filter((name) => name !== ''), isWhole: isLiteral && !isUnfinished && !isUnbalanced };
};

/** Reads the rocks that the rockspecs beside a lockfile depend on. */
export const rockspecRequests: ManifestReader = ({ path, readText, findNearby }) => {
  const directory = directoryOf(path);
  const read = findNearby('*.rockspec')
    .filter((file) => directoryOf(file) === directory)
    .map((file) => ({ file, ...rocksIn(readText(file) ?? '') }));
  return {
    // The interpreter itself is not a rock.
    names: read.flatMap(({ names }) => names).filter((name) => rockName(name) !== 'lua'),
    unreadable: read.filter(({ isWhole }) => !isWhole).map(({ file }) => file),
  };
};
