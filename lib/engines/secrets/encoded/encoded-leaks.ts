import { encodedTexts, type EncodedText } from './encoded-text.ts';
import type { FindLeaks, Leak } from '../leak-finder.ts';
import type { RuleKind } from '../rule.ts';

/** Text that was encoded twice is decoded, text that was encoded three times is not. */
const maxDepth = 2;
/** A generic rule needs the name next to a value, which encoding removes or garbles. */
const kindsInEncodedText: ReadonlySet<RuleKind> = new Set<RuleKind>(['provider', 'structured']);

type Search = Parameters<FindLeaks>[0];

/** Merges leaks without overlaps; where two overlap, the one in plain text stays, or else the first. */
const merge = (leaks: Leak[]): Leak[] => {
  const kept: Leak[] = [];
  for (const leak of leaks.sort((a, b) => a.start - b.start || a.end - b.end)) {
    while (kept.length > 0 && leak.encoding === undefined && kept.at(-1)!.end > leak.start) kept.pop();
    if (kept.length === 0 || kept.at(-1)!.end <= leak.start) kept.push(leak);
  }
  return kept;
};

const leaksIn = (find: FindLeaks, search: Search, depth: number): Leak[] => {
  const kinds = kindsInEncodedText.intersection(search.kinds);
  const inEncoded = (part: EncodedText): Leak[] => {
    const inner = { ...search, bytes: part.decoded, kinds };
    const direct = find(inner).leaks;
    const leaks = direct.length > 0 || depth === maxDepth ? direct : leaksIn(find, inner, depth + 1);
    return leaks
      .slice(0, 1)
      .map(({ rule }) => ({ rule, start: part.start, end: part.end, encoding: part.encoding }));
  };
  return encodedTexts(search.bytes).flatMap(inEncoded);
};

/**
 * Finds credentials in base64, hexadecimal and percent encoding, with escaped characters and joined from literals. Each
 * counts once, at the place of the encoded text.
 * @param known the leaks of the plain text, which take precedence where they overlap.  @returns both, by position.
 */
export const withEncodedLeaks = (find: FindLeaks, search: Search, known: readonly Leak[]): Leak[] =>
  merge([...known, ...leaksIn(find, search, 1)]);
