import { expect, test } from 'vitest';
import { parseGeneratedToml } from '@scangate/engines/inventory/parse/generated-toml';
import { parseToml } from '@scangate/engines/inventory/parse/parse-document';
import { tomlLockfiles } from '#test/bench-engines/lockfiles/toml-lockfiles.ts';
import { Dice } from '#test/support/fuzz/dice.ts';
import { mutate } from '#test/support/fuzz/readers/mutate.ts';

/** Returns what a parser makes of a text, or why it refuses it. */
const outcomeOf = (parse: (text: string) => unknown, text: string): unknown => {
  try {
    return parse(text);
  } catch (error) {
    return String(error);
  }
};

const ours = (text: string): unknown => outcomeOf(parseGeneratedToml, text);
const ofLibrary = (text: string): unknown => outcomeOf(parseToml, text);

test.each(tomlLockfiles)('what the tool of $path writes is parsed as the library does', ({ textOf }) => {
  const text = textOf(20);
  expect(ours(text)).toStrictEqual(ofLibrary(text));
});

test.each([
  '',
  'a = 1',
  'a = 1\na = 2\n',
  'a = { b = 1, b = 2 }\n',
  'a = { b = 1 }\n[a.c]\nd = 1\n',
  'a = []\n[[a]]\nb = 1\n',
  'a = [{ b = 1 }]\n[a.c]\n',
  '[a]\n[a]\n',
  '[a.b]\nc = 1\n[a]\nd = 1\n',
  '[[a]]\n[a.b]\nc = 1\n[[a]]\n[a.b]\nc = 2\n',
  '[[a]]\n[a]\n',
  '[a]\n[[a]]\n',
  '[[a.b]]\nc = 1\n[[a.b]]\nc = 2\n[a]\n',
  '[a]\nb = 1\n[a.b.c]\nd = 1\n',
  '__proto__ = 1\nconstructor = 2\n',
  '[__proto__]\na = 1\n',
  '[a.__proto__.b]\nc = 1\n',
  'a = { __proto__ = 1 }\n',
  '"a b" = 1\n["c.d"]\n"" = 2\n',
  'a.b = 1\n',
  "a = 'b'\n'c' = 1\n",
  'a = ""\nb = """\nc"""\n',
  'a = "\\u00e9"\n',
  'a = "\té"\n',
  'a = "b\u007f"\n',
  'a = 0\nb = 007\nc = 1_000\nd = 1.5\ne = -1\nf = 2020-01-01\ng = 9007199254740993\n',
  'a = trueish\n',
  'a = true # b\n',
  'a = [1, 2,]\nb = [,]\n',
  'a = [1 2]\n',
  'a = [\n# b\n1]\n',
  'a = { b = 1, }\n',
  'a = "b" c = 1\n',
  'a = 1\r\nb = 2\r\n',
  '# a\u0001\nb = 1\n',
  ' a  =  1  \n\n\n',
  'a =\n1\n',
  '[ a ]\nb = 1\n',
  '[a]b = 1\n',
  '[a',
  'a = "b',
  `a = ${'['.repeat(2000)}`,
  `[${'a.'.repeat(2000)}a]`,
])('%j is parsed or refused as by the library', (text) => {
  expect(ours(text)).toStrictEqual(ofLibrary(text));
});

test('any damage to what tools write is parsed or refused as by the library', () => {
  const dice = new Dice(1);
  const samples = tomlLockfiles.map(({ textOf }) => Buffer.from(textOf(4)));
  for (let left = 200; left > 0; left -= 1) {
    const [sample, other] = [dice.oneOf(samples)!, dice.oneOf(samples)!];
    const text = mutate(sample, other, dice).subarray(0, 4000).toString();
    expect(ours(text)).toStrictEqual(ofLibrary(text));
  }
});
