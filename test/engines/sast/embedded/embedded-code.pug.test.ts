import { expect, test } from 'vitest';
import { scanCode, unitOf, weaknessesIn } from '../scan-code.ts';

const file = 'views/a.pug';
const isFound = (page: string) =>
  weaknessesIn({ [file]: page }).some(({ rule }) => rule === 'js-command-injection');
const gapsIn = (page: string) => scanCode(unitOf({ [file]: page })).coverage.gaps;
const required = "- const { exec } = require('child_process');\n";
const run = 'exec(req.query.x)';

test.each([
  ['of an attribute with blanks', `a(href = ${run})`],
  ['of an attribute with blanks that is not the first', `a(b='c' , href != ${run})`],
  ['behind attributes and a class', `a(href='/').btn= ${run}`],
  ['behind an id', `a(href='/')#id!= ${run}`],
  ['of attributes behind a class', `a(href='/').btn(title=${run})`],
  ['of attributes on further lines behind a class', `a(href='/').btn(\n  title=${run})`],
  ['of merged attributes behind others', `a(href='/')&attributes({ a: ${run} }).b`],
  ['of an attribute in quotes', `a('data-x'=${run})`],
  ['of an attribute in double quotes behind another', `a(b "data-x"=${run})`],
  ['of an attribute in brackets', `a([p]=${run})`],
  ['of an attribute in parentheses', `a((click)=${run})`],
  ['of an attribute behind a comparison', `a(b=c != d e=${run})`],
  ['of an attribute behind an arrow', `a(b=(() => c)() e=!${run})`],
  ['behind a comparison in a value', `a(b=c != ${run})`],
  ['behind a regular expression with a quote', `a(title=s.replace(/"/g, '') href=${run})`],
  ['behind a text in a text', `a(title=\`\${b ? \`)\` : ''}\` href=${run})`],
  ['of a loop with of', `each d of req.query.dirs\n  p= exec(d)`],
  ['of a loop with a pattern', `each [k, d] of req.query.dirs\n  p= exec(d)`],
  ['of a loop with a key', `each d,k in req.query.dirs\n  p= exec(d)`],
  ['of a loop without a blank', `each d in[${run}]\n  p= d`],
  ['of an element named block', `block= ${run}`],
  ['of an element named include', `include.x= ${run}`],
  ['of an element named extends', `extends(a=${run})`],
  ['of an element with a computed name', `#{tag}(href=${run})`],
  ['in the name of an element', `#{${run}}`],
  ['of a mixin with a computed name', `+#{name}(${run})`],
  ['of attributes of a mixin', `+name(a=b c=${run})`],
  ['behind a lone carriage return', `// note\r- ${run}`],
  ['of an element in the line of a case', `case a\n  when 'b': p= ${run}`],
  ['of an element at the beginning of a line', `#[b= ${run}]`],
  ['below a comment with a period', `-if(true)//.\n  - ${run}`],
  ['below a value with a period', `p=a//.\n  - ${run}`],
])('code %s is found', (_, page) => {
  expect(isFound(required + page)).toBe(true);
});

test.each([
  ['open attributes', `a(title=${run}`],
  ['an open value', `p #{${run}`],
  ['open merged attributes', `a&attributes(${run}`],
  ['a slash behind a bracket', `a(b=(c) / ")" / d, e=${run})`],
  ['a loop over nothing', 'each a on b'],
])('%s is told', (_, page) => {
  expect(gapsIn(page)).toMatchObject([{ reason: 'code of a page: scanned in part', file }]);
});

test.each([
  ["a.b(href='/' title=c / 2 + '/').d#e: b= f"],
  ["ul\r\n  each a in b\r\n    li(class={ a: b } data-c='d=e').\r\n      it's - a text\r\n"],
  ["include a.pug\nblock b\n  p.\n    - it's (\n  +c('d')(e='f') g"],
  ["a(b=c ? 'd' : 'e', f=g >= 1 && h === 2 i)\ncase a\n  when 'b': p c"],
])('%s has neither', (page) => {
  expect(weaknessesIn({ [file]: page })).toEqual([]);
  expect(gapsIn(page)).toEqual([]);
});
