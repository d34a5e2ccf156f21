import type { Dice } from '../dice.ts';
import { mutateJson } from './mutate-json.ts';

/** A damage that is done to some bytes. */
type Mutation = (bytes: Buffer, dice: Dice, other: Buffer) => Buffer;

/** Texts that are put into the middle of a document: characters that readers stumble over, and the words of formats. */
const tokens: readonly (string | Buffer)[] = [
  '\0',
  '\u{FEFF}',
  '\u202E',
  'e\u0301\u200D\u{1F600}',
  '\u2028',
  '\r',
  '\t',
  '\n\n',
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xc0, 0xaf]),
  Buffer.from([0xff]),
  '__proto__',
  'constructor',
  'toString',
  '"',
  "'",
  '\\',
  '\\u0000',
  '{',
  '}',
  '[',
  ']',
  '<',
  '</',
  '/>',
  '<!--',
  '<![CDATA[',
  '<!DOCTYPE a [<!ENTITY b "c">]>&b;',
  '&#0;',
  '&a',
  '*',
  '!!js/function',
  '<<: *a',
  '? ',
  '- ',
  '---\n',
  '...\n',
  '#',
  '#{a}',
  '%',
  '..',
  '../../etc/passwd',
  '%00',
];

const numbers: readonly string[] = [
  '0',
  '-1',
  '-0',
  '2147483648',
  '4294967296',
  '9007199254740993',
  '18446744073709551616',
  '1e309',
  '1e-400',
  '0x7fffffff',
  'NaN',
  '9'.repeat(400),
];

const nests: readonly (readonly [open: string, close: string])[] = [
  ['[', ']'],
  ['{"a":', '}'],
  ['<a>', '</a>'],
  ['(', ')'],
  ['{', '}'],
  ['a:\n ', ''],
  ['- ', ''],
];

const most = 200_000;

const spanOf = (bytes: Buffer, dice: Dice, longest = 200): [start: number, end: number] => {
  const start = dice.below(bytes.length + 1);
  return [start, Math.min(bytes.length, start + dice.below(longest))];
};

const inserted = (bytes: Buffer, at: number, part: Buffer | string): Buffer =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(part as string), bytes.subarray(at)]);

const withoutSpan = (bytes: Buffer, [start, end]: [number, number]): Buffer =>
  Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);

const cutEnd: Mutation = (bytes, dice) => bytes.subarray(0, dice.below(bytes.length + 1));
const cutStart: Mutation = (bytes, dice) => bytes.subarray(dice.below(Math.min(bytes.length, 64) + 1));
const cutOut: Mutation = (bytes, dice) => withoutSpan(bytes, spanOf(bytes, dice));
const duplicate: Mutation = (bytes, dice) => {
  const [start, end] = spanOf(bytes, dice);
  return inserted(bytes, end, bytes.subarray(start, end));
};
const swap: Mutation = (bytes, dice) => {
  const [start, end] = spanOf(bytes, dice);
  return inserted(
    withoutSpan(bytes, [start, end]),
    dice.below(bytes.length - (end - start) + 1),
    bytes.subarray(start, end),
  );
};
const flipBits: Mutation = (bytes, dice) => {
  const flipped = Buffer.from(bytes);
  for (let left = 1 + dice.below(8); left > 0 && flipped.length > 0; left -= 1) {
    const at = dice.below(flipped.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << dice.below(8));
  }
  return flipped;
};
const setBytes: Mutation = (bytes, dice) => {
  const set = Buffer.from(bytes);
  const at = dice.below(set.length + 1);
  const value = dice.oneOf([0x00, 0xff, 0x80, 0x20]);
  set.fill(value, at, Math.min(set.length, at + 1 + dice.below(4)));
  return set;
};
const insertToken: Mutation = (bytes, dice) =>
  inserted(bytes, dice.below(bytes.length + 1), dice.oneOf(tokens) ?? '');
const nest: Mutation = (bytes, dice) => {
  const [open, close] = dice.oneOf(nests) ?? ['', ''];
  const depth = dice.oneOf([2, 20, 300, 3_000]);
  const [start, end] = spanOf(bytes, dice);
  const inner = bytes.subarray(start, end);
  return Buffer.concat([
    bytes.subarray(0, start),
    Buffer.from(open.repeat(depth)),
    inner,
    Buffer.from(close.repeat(depth)),
    bytes.subarray(end),
  ]);
};
const repeat: Mutation = (bytes, dice) => {
  const [start, end] = spanOf(bytes, dice, 40);
  if (start === end) return bytes;
  const times = dice.oneOf([10, 1_000, Math.floor(most / 4 / (end - start))]);
  const part = bytes.subarray(start, end);
  return inserted(bytes, end, Buffer.alloc(part.length * times, part));
};
const splice: Mutation = (bytes, dice, other) =>
  Buffer.concat([
    bytes.subarray(0, dice.below(bytes.length + 1)),
    other.subarray(dice.below(other.length + 1)),
  ]);

const asText =
  (change: (text: string, dice: Dice) => string): Mutation =>
  (bytes, dice) =>
    // Bytes of other encodings stay as they are.
    Buffer.from(change(bytes.toString('latin1'), dice), 'latin1');

const limitNumber = asText((text, dice) => {
  const found = [...text.matchAll(/\d{1,20}/g)];
  const one = found[dice.below(found.length)];
  if (!one) return text;
  return text.slice(0, one.index) + (dice.oneOf(numbers) ?? '') + text.slice(one.index + one[0].length);
});

const changeLines = asText((text, dice) => {
  const lines = text.split('\n');
  const at = dice.below(lines.length);
  const line = lines[at] ?? '';
  const changes: (() => void)[] = [
    () => void lines.splice(at, 1),
    () => void lines.splice(at, 0, line),
    () => void lines.splice(dice.below(lines.length), 0, ...lines.splice(at, 1 + dice.below(4))),
    () => void lines.splice(at, 1, ' '.repeat(1 + dice.below(6)) + line),
    () => void lines.splice(at, 1, line.trimStart()),
  ];
  dice.oneOf(changes)?.();
  return lines.join('\n');
});

/** The beginnings of elements of XML. */
const tag = /<([\w:]{1,40})[\s>]/g;

/** Takes an element with everything in it away, or puts it elsewhere, once more, or around another place. */
const moveElement = asText((text, dice) => {
  const tags = [...text.matchAll(tag)];
  const one = tags[dice.below(tags.length)];
  if (!one) return text;
  const end = `</${one[1]}>`;
  const at = dice.chance(50) ? text.indexOf(end, one.index) : text.lastIndexOf(end);
  const after = at < one.index ? text.indexOf('>', one.index) + 1 : at + end.length;
  const element = text.slice(one.index, after);
  const rest = text.slice(0, one.index) + text.slice(after);
  const into = (whole: string): string => {
    const places = [...whole.matchAll(/>/g)];
    const place = (places[dice.below(places.length)]?.index ?? -1) + 1;
    return whole.slice(0, place) + element + whole.slice(place);
  };
  const changed = dice.oneOf([() => rest, () => into(rest), () => into(text), () => into(into(rest))]);
  return changed?.() ?? text;
});

const mutations: readonly Mutation[] = [
  cutEnd,
  cutStart,
  cutOut,
  duplicate,
  swap,
  flipBits,
  setBytes,
  insertToken,
  insertToken,
  limitNumber,
  nest,
  repeat,
  splice,
  changeLines,
  changeLines,
  moveElement,
  moveElement,
  (bytes, dice) => mutateJson(bytes, dice),
  (bytes, dice) => mutateJson(bytes, dice),
];

/** Damages a valid document, most often in one way and at most in four. It stays below some hundred kilobytes. */
export const mutate = (sample: Buffer, other: Buffer, dice: Dice): Buffer => {
  let bytes = sample;
  for (let left = dice.chance(60) ? 1 : 2 + dice.below(3); left > 0; left -= 1)
    bytes = dice.oneOf(mutations)?.(bytes, dice, other).subarray(0, most) ?? bytes;
  return bytes;
};
