import { createHash } from 'node:crypto';
import { dayMs, hourMs, minuteMs } from '@scangate/domain/instant';

/** Instants, as texts or as seconds or milliseconds since the epoch. */
const instants = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z|\b1[78]\d{8}(?:\d{3})?\b/g;

/** Texts without meaning that are not ids: hours of a month, windows of a minute with their counts, shards, ends of secrets. */
const meaningless: readonly [RegExp, string][] = [
  [/"\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z"/g, '"@hour"'],
  [/\b29\d{6}(?:\d{6})?\b/g, '@window'],
  [/("dueQueue":"[A-Za-z]*)\d+/g, '$1'],
  [/("(?:rate|organization)(?:Remaining|Reset)":)"\d+"/g, '$1#'],
  [/("hint":)"[^"]*"/g, '$1"#"'],
  [/("(?:milliseconds|countedIn|sourceBytes)":)\d+/g, '$1#'],
];

/** Texts that are drawn, or follow from what is drawn, and say nothing: ids, secrets, digests, names of organizations. */
const opaque = new RegExp(
  [
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
    // Ids of Stripe, and the numbers of its invoices.
    /\b(?:[a-z]+_)*[A-Za-z0-9]{20}\b/,
    /\b[0-9A-Z]{8}(?=-\d{4}\b|\\*")/,
    /taint\d+x/,
    /\brun\d+\b/,
    /\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{12,}\b/,
    /\b[a-z]{2,8}_(?=[\w-]*\d)[\w-]{8,}/,
    /(?=[A-Za-z+/=_-]{0,40}\d)[A-Za-z0-9+/=_-]{32,}/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** Tells in steps how far ahead an instant is; everything that is past is alike. */
const distanceOf = (instant: string, now: number): string => {
  const given = Number(instant);
  const inMs = given < 1e11 ? given * 1000 : given;
  const ahead = (Number.isNaN(given) ? Date.parse(instant) : inMs) - now;
  if (ahead <= 0) return '@past';
  const steps = [5 * minuteMs, 2 * hourMs, 2 * dayMs, Infinity];
  return `@${steps.findIndex((step) => ahead < step)}`;
};

/** The text of bytes that are JSON; others follow from what else there is. */
export const bytesAsText = (bytes: ArrayLike<number>): string =>
  bytes[0] === 0x7b || bytes[0] === 0x5b ? Buffer.from(bytes as number[]).toString() : 'bytes';

/** Writes objects with their fields in order, and bytes as texts. */
export const textOf = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    const { type, data } = inner as { type?: string; data?: number[] };
    if (type === 'Buffer' && data) return bytesAsText(data);
    if (inner instanceof Uint8Array) return bytesAsText([...inner]);
    return Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }) ?? '';

/** The text of a value in which no instant is. */
export const timeless = (value: unknown): string => textOf(value).replace(instants, '@');

/**
 * Makes one text of all parts of a state. Ids are numbered in the order in which they come, so that two states that differ in
 * nothing but their ids have the same text; of instants it says how far ahead they are.
 */
export const canonicalText = (parts: readonly string[], now: number): string => {
  const shapes = parts.map((part) => {
    const far = part.replace(instants, (instant) => distanceOf(instant, now));
    const text = meaningless.reduce((rest, [pattern, by]) => rest.replace(pattern, by), far);
    return { text, shape: text.replace(opaque, '#') };
  });
  const inOrder = shapes.toSorted((one, other) => (one.shape < other.shape ? -1 : 1));
  const numbers = new Map<string, number>();
  const numberOf = (id: string): string => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return `#${number}`;
  };
  return inOrder.map(({ text }) => text.replace(opaque, numberOf)).join('\n');
};

export const digestOfState = (parts: readonly string[], now: number): string =>
  createHash('sha256').update(canonicalText(parts, now)).digest('base64url').slice(0, 16);
