import { siblingPath } from '@scangate/engines/units/paths';
import type { RequestedRange } from '../unmet-ranges.ts';
import type { ManifestReader, ManifestRequests } from './manifest-reader.ts';
import { erlang } from './source-languages.ts';
import { isSign, tokensOf, type Token } from './source-tokens.ts';

/** Whether a word that is written without quotes is an atom. */
const startsAtom = (value: string): boolean => value.charAt(0) >= 'a' && value.charAt(0) <= 'z';

/** The depths of `{deps, [{name, "1.0"}]}`. */
const [termDepth, listDepth, entryDepth] = [1, 2, 3];

/**
 * Reads the list `deps` of the terms of a rebar.config: names, or tuples of a name with a version or a source. It is
 * read by its signs, because the other terms of the file may have forms that no lockfile has.
 */
const dependenciesIn = (tokens: readonly Token[]): { name: string; version?: string }[] => {
  const found: { name: string; version?: string }[] = [];
  let depth = 0;
  /** The position in the open term, and in the open entry. */
  let [at, place] = [0, 0];
  let isList = false;
  for (const token of tokens) {
    const { kind, value } = token;
    // Only what is quoted may have escapes.
    const atom = kind === 'word' && (token.isEscaped !== undefined || startsAtom(value)) ? value : undefined;
    if (isSign(token, '{') || isSign(token, '[')) {
      depth += 1;
      if (depth === termDepth) [at, isList] = [0, false];
      if (depth === entryDepth) place = 0;
    } else if (isSign(token, '}') || isSign(token, ']')) depth = Math.max(0, depth - 1);
    else if (isSign(token, ',')) {
      if (depth === termDepth) at += 1;
      if (depth === entryDepth) place += 1;
    } else if (depth === termDepth && at === 0 && atom !== undefined) isList = atom === 'deps';
    else if (!isList || at !== 1) continue;
    else if (atom !== undefined && (depth === listDepth || (depth === entryDepth && place === 0)))
      found.push({ name: atom });
    else if (kind === 'text' && depth === entryDepth && place === 1) {
      const last = found.at(-1);
      if (last) last.version = value;
    }
  }
  return found;
};

/** Reads what rebar.config requests for every profile, by application. */
export const rebarRequests: ManifestReader = ({ path, readText }): ManifestRequests => {
  const manifest = siblingPath(path, 'rebar.config');
  const { tokens, isUnfinished, isUnbalanced } = tokensOf(readText(manifest) ?? '', erlang);
  const asked = dependenciesIn(tokens);
  const ranges = asked.flatMap(({ name, version }): RequestedRange[] =>
    version === undefined ? [] : [{ name, range: version }],
  );
  const unreadable = isUnfinished || isUnbalanced ? [manifest] : [];
  return { names: asked.map(({ name }) => name), ranges, unreadable };
};
