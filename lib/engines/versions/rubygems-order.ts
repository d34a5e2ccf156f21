import type { VersionOrder } from './version-order.ts';

type Segment = bigint | string;

/** The pattern of Gem::Version. */
const form = /^\d+(?:\.[0-9a-zA-Z]+){0,100}(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+){0,100})?$/;

/** Removes trailing zeros of the release and of the pre-release, which are not significant. */
const withoutTrailingZeros = (segments: Segment[]): Segment[] =>
  segments.slice(0, segments.findLastIndex((segment) => segment !== 0n) + 1);

const compareSegments = (a: Segment, b: Segment): number => {
  if (typeof a !== typeof b) return typeof a === 'string' ? -1 : 1;
  return a < b ? -1 : Number(a > b);
};

/** Orders RubyGems versions (Gem::Version): segments of digits or letters; a letter makes a pre-release. */
export const rubygemsOrder: VersionOrder<Segment[]> = {
  parse(version) {
    if (!form.test(version)) return undefined;
    const parts = version.replaceAll('-', '.pre.').match(/\d+|[a-zA-Z]+/g) ?? [];
    const segments = parts.map((part): Segment => (/^\d/.test(part) ? BigInt(part) : part));
    const letters = segments.findIndex((segment) => typeof segment === 'string');
    const release = letters === -1 ? segments.length : letters;
    return [
      ...withoutTrailingZeros(segments.slice(0, release)),
      ...withoutTrailingZeros(segments.slice(release)),
    ];
  },
  compare(a, b) {
    for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
      const order = compareSegments(a[at] ?? 0n, b[at] ?? 0n);
      if (order !== 0) return order;
    }
    return 0;
  },
};
