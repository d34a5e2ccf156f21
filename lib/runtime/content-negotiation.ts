import { Problem } from '@scangate/domain/problem';

/** An element of `Accept`: a media type or a range of them. */
interface MediaRange {
  type: string;
  /** The only parameter that distinguishes formats here; `charset` and others are ignored. */
  version: string | undefined;
  quality: number;
}

const typePattern = /^(?:\*\/\*|[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+-]+))$/;
const qualityPattern = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** Parses one element of `Accept`; returns undefined for a malformed one. */
const parseRange = (element: string): MediaRange | undefined => {
  const [type = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase());
  if (!typePattern.test(type)) return undefined;
  const valueOf = (name: string) =>
    parameters
      .find((parameter) => parameter.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .replaceAll('"', '');
  const quality = valueOf('q') ?? '1';
  return qualityPattern.test(quality)
    ? { type, version: valueOf('version'), quality: Number(quality) }
    : undefined;
};

const noMatch = -1;

/** Returns how specifically a range matches a media type, or `noMatch`. */
const specificity = (range: MediaRange, offered: MediaRange): number => {
  if (range.version !== undefined && offered.version !== undefined && range.version !== offered.version)
    return noMatch;
  if (range.type === '*/*') return 0;
  if (range.type === `${offered.type.split('/')[0]}/*`) return 1;
  if (range.type !== offered.type) return noMatch;
  return range.version === undefined ? 2 : 3;
};

interface Match {
  specificity: number;
  quality: number;
}

/** The most specific range applies to a type, even if a wider range has a higher quality. */
const matchOf = (type: string, ranges: readonly MediaRange[]): Match => {
  const offered = parseRange(type);
  return ranges
    .map((range) => ({
      specificity: offered ? specificity(range, offered) : noMatch,
      quality: range.quality,
    }))
    .reduce((best, match) => (match.specificity > best.specificity ? match : best), {
      specificity: noMatch,
      quality: 0,
    });
};

const isBetter = (match: Match, best: Match): boolean =>
  match.quality > best.quality || (match.quality === best.quality && match.specificity > best.specificity);

/**
 * Chooses among the offered media types by `Accept` (RFC 9110, 12.5.1): the highest quality wins, then the most
 * specific match, then the first offer. Without the header the first offer is chosen.
 * @throws Problem not_acceptable that lists the offers.
 */
export const negotiateMediaType = <T extends string>(
  accept: string | undefined,
  offered: readonly [T, ...T[]],
): T => {
  if (accept === undefined || accept.trim() === '') return offered[0];
  const ranges = accept.split(',').flatMap((element) => parseRange(element) ?? []);
  let best: { type: T; match: Match } | undefined;
  for (const type of offered) {
    const match = matchOf(type, ranges);
    if (match.specificity === noMatch || match.quality === 0) continue;
    if (!best || isBetter(match, best.match)) best = { type, match };
  }
  if (best) return best.type;
  throw new Problem('not_acceptable', {
    detail: `This is available as ${offered.join(', ')}.`,
    acceptable: [...offered],
  });
};
