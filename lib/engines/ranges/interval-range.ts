import { any, type Bound, type Bounds, type RangeGrammar } from './bounds.ts';
import { after, releaseOf } from './release-numbers.ts';

const interval =
  /([[\](])\s{0,20}([^,[\]()\s]{0,120})\s{0,20}(?:(,)\s{0,20}([^,[\]()\s]{0,120})\s{0,20})?([\])[])/y;

/** Parses one interval: `[1,2)`, `(,1]`, `[1.2]`; Ivy also writes an open end as `]1,2[`. */
const boundsOf = (found: RegExpExecArray): Bound[] | undefined => {
  const [, opener, from = '', comma, to = '', closer] = found;
  if (comma === undefined)
    return opener === '[' && closer === ']' && from !== ''
      ? [
          { operator: '>=', version: from },
          { operator: '<=', version: from },
        ]
      : undefined;
  return [
    ...(from === '' ? [] : [{ operator: opener === '[' ? ('>=' as const) : ('>' as const), version: from }]),
    ...(to === '' ? [] : [{ operator: closer === ']' ? ('<=' as const) : ('<' as const), version: to }]),
  ];
};

/** Parses a list of intervals, one of which has to hold. */
const intervals = (text: string): Bounds | undefined => {
  const bounds: Bound[][] = [];
  interval.lastIndex = 0;
  for (let at = 0; at < text.length; at = interval.lastIndex) {
    interval.lastIndex = at;
    const found = interval.exec(text);
    const each = found && boundsOf(found);
    if (!each) return undefined;
    bounds.push(each);
    const separator = /^\s{0,20},?\s{0,20}/.exec(text.slice(interval.lastIndex, interval.lastIndex + 50));
    interval.lastIndex += separator?.[0].length ?? 0;
  }
  return bounds.length > 0 ? bounds : undefined;
};

const plain = /^v?\d[\w.+-]{0,120}$/;

/** Parses a NuGet range. A plain version is the lowest accepted one, and a floating one has no upper end. */
export const nugetRange: RangeGrammar = (range) => {
  const text = range.trim();
  if (text.startsWith('*')) return any;
  const lowest = /^(\d[\d.]{0,100}?)\.?\*(?:-\*)?$/.exec(text)?.[1];
  if (lowest !== undefined) return [[{ operator: '>=', version: `${lowest}-0` }]];
  if (plain.test(text)) return [[{ operator: '>=', version: text }]];
  return text.includes('*') ? undefined : intervals(text);
};

/** Parses a version of Gradle: an interval, `1.+`, `1.2!!`, or a plain version, which is the lowest accepted one. */
export const gradleRange: RangeGrammar = (range) => {
  const text = range.trim();
  if (text === '+' || text.startsWith('latest.')) return any;
  if (text.endsWith('!!')) return [[{ operator: '=', version: text.slice(0, -2) }]];
  const { numbers = [], rest } = releaseOf(text) ?? {};
  if (rest === '.+')
    return [
      [
        { operator: '>=', version: `${numbers.join('.')}-alpha` },
        { operator: '<', version: after(numbers, numbers.length - 1) },
      ],
    ];
  return plain.test(text) ? [[{ operator: '>=', version: text }]] : intervals(text);
};
