import type { Dice } from './dice.ts';

const deep = (open: string, close: string): unknown => JSON.parse(open.repeat(300) + close.repeat(300));

/** Values that readers often mishandle. */
const hostileValues: readonly [unknown, ...unknown[]] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  -0,
  '',
  ' ',
  '0',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202etxt.exe',
  '\ufeff',
  'İI\u0301',
  '👩‍👩‍👧‍👦',
  '<script>alert(1)</script>',
  '${jndi:ldap://x}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'https://127.0.0.1/',
  'https://user:secret@[::1]:0/',
  'pkg:npm/%00@1',
  '9999-99-99T99:99:99Z',
  '+275760-09-13T00:00:00.001Z',
  'x'.repeat(5_000),
  'é'.repeat(2_049),
  [],
  {},
  [[]],
  [null],
  { __proto__: null, constructor: 1 },
  deep('[', ']'),
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
];

export const hostileValue = (dice: Dice): unknown => dice.oneOf(hostileValues);

/** Parts of a path, as they are sent. */
const hostileParts: readonly [string, ...string[]] = [
  '%00',
  '%2e%2e',
  '%2F',
  '%',
  '%zz',
  '%C3%28',
  '%ED%A0%80',
  '*',
  '.',
  'null',
  '0',
  '-1',
  'a'.repeat(2_000),
  "'%20or%201=1--",
  '%F0%9F%92%A9',
  '{id}',
];

export const hostilePart = (dice: Dice): string => dice.oneOf(hostileParts);

/** Bodies that are no JSON of the kind that is asked for, or none. */
export const hostileBody = (dice: Dice, text: string): Buffer => {
  const bodies: readonly [() => string | Buffer, ...(() => string | Buffer)[]] = [
    () => '',
    () => text.slice(0, dice.below(text.length + 1)),
    () => `${text}${text}`,
    () => `\ufeff${text}`,
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0xc0])]),
    () => text.replace('{', '{"__proto__":{"x":1},'),
    () => text.replace('"', '"x":1,"'),
    () => text.replace(/:"?/, ':1e999,"y":'),
    () => '['.repeat(20_000),
    () => '{"a":'.repeat(5_000),
    () => `"${'x'.repeat(40_000)}"`,
    () => 'NaN',
    () => 'null',
    () => '[]',
    () => text.replaceAll('"', "'"),
    () => `${text.slice(0, -1)},"zz":${'9'.repeat(400)}}`,
    () => text.replace(/[a-z]/, '\\u0000'),
  ];
  return Buffer.from(dice.oneOf(bodies)());
};
