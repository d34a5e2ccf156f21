import { Problem } from '@scangate/domain/problem';

/** A media type, or of `Accept` a range of them. */
interface MediaRange {
  type: string;
  /** The one parameter that tells forms apart here; others (`charset`) do not. */
  version: string | undefined;
  quality: number;
}

const typeForm = /^(?:\*\/\*|[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+-]+))$/;
const qualityForm = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** One element of `Accept`; undefined for what is none. */
const rangeOf = (element: string): MediaRange | undefined => {
  const [type = '', ...parameters] = element.split(';').map((part) => part.trim().toLowerCase());
  if (!typeForm.test(type)) return undefined;
  const valueOf = (name: string) =>
    parameters
      .find((parameter) => parameter.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .replaceAll('"', '');
  const quality = valueOf('q') ?? '1';
  return qualityForm.test(quality)
    ? { type, version: valueOf('version'), quality: Number(quality) }
    : undefined;
};

/** How closely a range names a media type, or undefined when it does not. */
const closeness = (range: MediaRange, offered: MediaRange): number | undefined => {
  if (range.version !== undefined && offered.version !== undefined && range.version !== offered.version)
    return undefined;
  if (range.type === '*/*') return 0;
  if (range.type === `${offered.type.split('/')[0]}/*`) return 1;
  if (range.type !== offered.type) return undefined;
  return range.version === undefined ? 2 : 3;
};

/**
 * Which of the offered media types `Accept` asks for (RFC 9110, 12.5.1): the highest quality, then the one that is
 * named most closely, then the first. Without the header it is the first.
 * @throws Problem not_acceptable, with what can be had.
 */
export const negotiateMediaType = <T extends string>(
  accept: string | undefined,
  offered: readonly [T, ...T[]],
): T => {
  if (accept === undefined || accept.trim() === '') return offered[0];
  const ranges = accept.split(',').flatMap((element) => rangeOf(element) ?? []);
  let best: { type: T; quality: number; close: number } | undefined;
  for (const type of offered) {
    const media = rangeOf(type);
    // The closest range speaks for a type, also where a wider one would like it better.
    const [close = -1, quality = 0] = ranges
      .map((range): [number, number] => [media ? (closeness(range, media) ?? -1) : -1, range.quality])
      .reduce((a, b) => (b[0] > a[0] ? b : a), [-1, 0]);
    if (close < 0 || quality === 0) continue;
    if (!best || quality > best.quality || (quality === best.quality && close > best.close))
      best = { type, quality, close };
  }
  if (best) return best.type;
  throw new Problem('not_acceptable', {
    detail: `This can be had as ${offered.join(', ')}.`,
    acceptable: [...offered],
  });
};
