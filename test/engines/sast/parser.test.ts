import { describe, expect, test } from 'vitest';
import { analyze } from '@scangate/engines/sast/analyze';
import type { Dialect } from '@scangate/engines/sast/dialect';
import { brokenLength, parse, TooBroken } from '@scangate/engines/sast/parser';
import { scanCode, unitOf } from './scan-code.ts';

const goSigns = `package a

func f() {
	b(w, &c.D{
		E: g${'- '.repeat(10_000)}h.E: ${'c.E: '.repeat(20)}f,
	})
}
`;
const pythonQuotes = `import os\n${'")\n'.repeat(16_000)}`;

const whole: readonly (readonly [Dialect, string])[] = [
  ['python', 'import os\ndef f(a):\n    return os.system(a)\n'],
  ['go', 'package a\nfunc f() int { return 1 }\n'],
  ['JavaScript', 'const f = (a) => `${a}`;\n'],
  ['csharp', 'class A { void F() { int a = 1; } }\n'],
  ['ruby', 'def f(a)\n  a + 1\nend\n'],
];

describe('a text from which the parser cannot recover in linear time', () => {
  const broken: readonly (readonly [string, Dialect, string])[] = [
    ['characters after a broken value', 'go', goSigns],
    ['ends of strings and calls', 'python', pythonQuotes],
    ['beginnings of comments', 'JavaScript', '/*\n'.repeat(10_000)],
    ['characters that fill the memory', 'python', '/*\n'.repeat(5_000)],
  ];
  test.each(broken)('%s are given up', (_, dialect, text) => {
    expect(() => parse(dialect, text)).toThrow(TooBroken);
  });

  test('leaves the parser usable, however often', () => {
    for (const [dialect, text] of whole) {
      expect(() => parse('python', '/*\n'.repeat(3_000))).toThrow(TooBroken);
      parse(dialect, text);
      expect([dialect, brokenLength()]).toEqual([dialect, 0]);
    }
  });

  test('is reported, counts for many steps, and hides no other file', () => {
    const injection = 'import os\nfrom flask import request\nos.system(request.args["a"])\n';
    const { findings, coverage } = scanCode(
      unitOf({ 'a.py': `${injection}${'/*\n'.repeat(5_000)}`, 'b.py': injection }),
    );
    expect(findings).toMatchObject([{ file: 'b.py', rule: 'py-command-injection' }]);
    expect(coverage).toMatchObject({
      status: 'partial',
      gaps: [{ reason: 'too broken to be parsed: not scanned', file: 'a.py' }],
    });
  });
});

test('code with a mistake is parsed, and error recovery counts as steps', () => {
  const options = { language: 'python', dialect: 'python' } as const;
  const code = 'import os\nos.system(input())\n';
  const [right, wrong] = [analyze(code, options), analyze(`${code}def f(:\n${')'.repeat(100)}\n`, options)];
  expect(wrong.steps).toBeGreaterThan(right.steps + 5_000);
});

test('the densest code is parsed', () => {
  const text = `x=[${'1,'.repeat(400_000)}]`;
  expect(parse('JavaScript', text).children).toHaveLength(1);
  expect(brokenLength()).toBe(0);
});
