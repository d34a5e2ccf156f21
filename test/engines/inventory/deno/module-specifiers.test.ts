import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { moduleSpecifiers } from '@scangate/engines/inventory/deno/module-specifiers';
import { runs } from '#test/support/runs/samples.ts';
import { processorMs } from '#test/support/processor-time.ts';

const foundIn = (text: string, isJsx = false): string[] => {
  const { found, isUncertain } = moduleSpecifiers(text, isJsx);
  return [...found, ...(isUncertain ? ['?'] : [])];
};

test.each([
  ['a plain import', 'import "npm:a";'],
  ['an import with names', "import d, { type b as c } from 'npm:a' with { type: 'json' };"],
  ['an export', 'export * as b from "npm:a"'],
  ['an import behind a comment', 'import /* from */ a from // x\n"npm:a"'],
  ['an import at the start of a line with a comment', '/**/ import("npm:a")'],
  ['an import after the end of a comment', '/* x\n */ import "npm:a"'],
  ['a call with comments', 'import /* ( */ ( // "npm:b"\n /* x */ "npm:a" /* y */ , {})'],
  ['a call with a template', 'import(`npm:a`)'],
  ['a call behind a spread', '({ ...import("npm:a") })'],
  ['a call in a value of a template', '`${`${import("npm:a")}`} npm:b`'],
  ['a comment that ends at a line separator', '// x\u2028import "npm:a"'],
  ['a text with escapes', String.raw`import "\x6e\u0070\u{06d}\:a"`],
  ['a text that goes on in the next line', 'import "np\\\nm:a"'],
  ['an import after an expression with quotes', 'if (x) /["/`]/.test(x); import("npm:a")'],
  ['an import after an expression that is returned', 'const f = () => { return /`/ }; import("npm:a")'],
  ['an import between divisions', '(a) / b; import("npm:a"); c / d'],
  ['an import between divisions of members', 'a.return / b; import("npm:a"); c / d'],
  ['an import after a number with a dot', 'const n = 1.\nimport "npm:a"; const m = 2.5.toFixed()'],
  ['an import between divisions of numbers', '1. / 2; import("npm:a"); 1 / 2'],
  ['an import between divisions of a private name', 'this.#return / 2; import("npm:a"); return 1 / 2'],
  [
    'an import after a private method',
    "class A { #if(a) { return 1 } b() { return this.#if(1) / 2 } } import('npm:a'); 1 / 2",
  ],
  ['an import between expressions that are spread', "[...typeof /'/]; import('npm:a'); [...typeof /'/]"],
  ['an import after a hashbang', "#!/usr/bin/env -S deno 'run\nimport 'npm:a'"],
  ['a scheme in capitals', 'import "NPM:a"'],
  ['a blank before the scheme', 'import(" npm:a")'],
  ['a tab in the scheme', "import 'n\tpm:a'"],
  ['a line break in the scheme', 'import(`np\nm:a`)'],
  ['a scheme with an escape', String.raw`import "\tNp\nm:a"`],
  ['the source of JSX in capitals', '/** @jsxImportSource NPM:a */'],
  ['a name in capitals beside a computed import', 'const a = "Npm:a"; import(a)'],
  ['the source of JSX', '/** @jsxImportSource npm:a */'],
  ['a name beside a computed import', 'const a = "npm:a"; import(a)'],
])('%s is found', (_, text) => {
  expect(foundIn(text)).toEqual(['npm:a']);
});

test.each([
  ['in a comment', '// import "npm:a"\n/* import "npm:a" */'],
  ['in a text', `const a = 'import "npm:a"'`],
  ['in a template', 'const a = `import "npm:a"; ${b} import("npm:a")`'],
  ['in a regular expression', 'x = /import "npm:a"/'],
  ['of a method', 'a.import("npm:a"); a?.from("npm:a")'],
  ['of a text that is no import', 'const from = "npm:a"; f({ import: "npm:a", from: "https://a.b" })'],
  ['of a file', 'import "./npm:a"; import(b)'],
  ['of a doc comment in JSX', '/** import { a } from "npm:a" */'],
])('an import %s is none', (what, text) => {
  expect(foundIn(text, what.endsWith('JSX'))).toEqual([]);
});

test.each([
  ['a name that is computed', 'import("npm:" + a)'],
  ['a name in a template', 'import(`npm:${a}`)'],
  ['a name in a template in capitals', 'import(` NPM:${a}`)'],
  ['a name that is computed elsewhere', 'const a = `npm:${b}`; import(a)'],
  ['a slash after a brace that may begin an expression with quotes', '{}/"/; import("npm:b"); "'],
  ['a division after an assertion of TypeScript', 'const r = a! / 2; import "npm:a"; const s = 1 / 2'],
  ['a division after a type of TypeScript', 'f<number>/ 2; import "npm:a"; 1 / 2'],
  ['a text without end', 'f("npm:a'],
  ['a comment without end', '"npm:a"; /* x'],
  ['a template without end', 'f(`npm:a'],
])('%s is uncertain', (_, text) => {
  expect(foundIn(text)).toContain('?');
});

test.each([
  ['an apostrophe of the page', "<p>Don't</p>;\nimport('npm:a')"],
  ['two apostrophes of the page', "<p>Don't {import('npm:a')} can't</p>"],
  ['quotes of the page', `<p>" {import("npm:a")} "</p>`],
  ['backticks of the page', '<p>` {import(`npm:a`)} `</p>'],
  ['quotes of the page that end it', '<p>`</p>; import("npm:a"); <p>`</p>'],
  ['slashes of the page', '<p>http://x {import("npm:a")}</p>'],
  ['a comment of the page', '<p>/*</p>\n; import "npm:a"\n'],
  ['tags that end', '<b></b>; import("npm:a"); <b></b>'],
  ['tags that end themselves', '<b c={d} /> ; import("npm:a"); <b c="/" />'],
  ['an expression after a brace', 'if (a) {}/"/; import("npm:a"); "'],
])('an import beside %s is found', (_, text) => {
  expect(foundIn(text, true)).toContain('npm:a');
});

test.each([
  ['import "HTTPS://a.example/b.ts"', 'https://a.example/b.ts'],
  ['import "https:a.example/b.ts"', 'https://a.example/b.ts'],
  [String.raw`import "https:\\\\a.example\\b.ts"`, 'https://a.example/b.ts'],
  ['import "jsr:@a/b@>=1 <2"', 'jsr:@a/b@>=1 <2'],
])('%s names the module that a parser of URLs reads', (text, module) => {
  expect(foundIn(text)).toEqual([module]);
});

test('an expression with a backtick after a brace makes a page uncertain', () => {
  expect(foundIn('{}/`/;\nimport("npm:a")\n/`/', true)).toContain('?');
});

test('an ordinary page is certain', () => {
  const page = `export default () => <div class="a">{b}/{c} <i class="d" /> it's {e ? <b>/</b> : \`f\${g}\`}</div>;`;
  expect(foundIn(`import a from "npm:a";\n${page}\n`, true)).toEqual(['npm:a']);
});

test('any text is read, and an import at its start is found', () => {
  const piece = fc.constantFrom(
    '"',
    "'",
    '`',
    '${',
    '{',
    '}',
    '/',
    '*',
    '\\',
    '<',
    '>',
    '(',
    ')',
    '\n',
    'import',
    'from',
    ' ',
    'a',
    '[',
    ']',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.boolean(), (pieces, isJsx) => {
      expect(foundIn(`import "npm:a";${pieces.join('')}`, isJsx)).toContain('npm:a');
    }),
    { numRuns: runs(1_000) },
  );
});

test.each([
  'import/*',
  'import//\n',
  '/',
  '`${',
  '<p>`{import("',
  '{}/"/',
  "'import ",
  '\\',
  'import(/**/',
  '}/[',
  String.raw`'\'`,
  'import{}/"/',
  '<p>"{import(',
])('a long text of %j is read in a short time', (piece) => {
  const text = `npm:${piece.repeat(5_000)}`;
  const start = processorMs();
  for (const isJsx of [false, true]) moduleSpecifiers(text, isJsx);
  expect(processorMs() - start).toBeLessThan(10_000);
});

test('blanks before a specifier do not hide it, however many there are, and a longer one is uncertain', () => {
  expect(foundIn(`import "${' '.repeat(5_000)}npm:a"`)).toEqual(['npm:a']);
  expect(foundIn(`import "https://a.example/${'b'.repeat(5_000)}"`)).toEqual(['?']);
  expect(foundIn(`import "npm:${'b'.repeat(5_000)}"`)).toEqual(['?']);
});
