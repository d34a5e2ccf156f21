import { describe, expect, test } from 'vitest';
import type { CustomCodeRule, CustomRule } from '@scangate/engines/model/gate/custom-rules';
import { checkRules } from '@scangate/engines/custom-rules/check-rules';
import { acmeFlow, acmeToken } from '#test/support/rules/custom-rules.ts';

const pattern = (language: CustomCodeRule['language'], text: string, positive: string, negative: string) =>
  ({
    kind: 'code',
    id: 'own',
    title: 'A rule',
    severity: 'high',
    language,
    message: 'Not here.',
    pattern: text,
    examples: { positive: [positive], negative: [negative] },
  }) satisfies CustomRule;

const codesOf = async (...rules: CustomRule[]): Promise<string[]> =>
  (await checkRules(rules)).map(({ pointer, code }) => `${pointer} ${code}`);

test('rules that find what their examples say are accepted', async () => {
  expect(await checkRules([acmeToken])).toEqual([]);
});

test('a pattern is written in each language', async () => {
  const rules = [
    pattern(
      'javascript',
      'acme.run($A, { debug: true })',
      'acme.run(x, { debug: true });',
      'acme.run(x, { debug: false });',
    ),
    pattern(
      'python',
      'acme.connect($H, verify=False, ...)',
      'acme.connect("a", timeout=1, verify=False)\n',
      'acme.connect("a", verify=True)\n',
    ),
    pattern(
      'java',
      'Acme.run($A, "...")',
      'class A { void a() { Acme.run(x, "y"); } }',
      'class A { void a() { Acme.run(x, y); } }',
    ),
    pattern(
      'go',
      'acme.Run(...)',
      'package a\nfunc b() { acme.Run(1, 2) }\n',
      'package a\nfunc b() { acme.Stop(1) }\n',
    ),
    pattern(
      'csharp',
      'Acme.Run($A)',
      'class A { void B() { Acme.Run(1); } }',
      'class A { void B() { Acme.Run(1, 2); } }',
    ),
    pattern('rust', 'acme::run($A)', 'fn a() { acme::run(1); }', 'fn a() { acme::stop(1); }'),
    pattern('php', 'acme_run($A, $A)', '<?php acme_run($x, $x);', '<?php acme_run($x, $y);'),
    pattern('ruby', 'Acme.run($A)', 'Acme.run(1)\n', 'Acme.stop(1)\n'),
  ];
  expect(await checkRules(rules)).toEqual([]);
});

test('a flow goes from sources to sinks, unless a sanitizer is between them', async () => {
  const builtIn: CustomCodeRule = { ...acmeFlow, id: 'own-user' };
  delete builtIn.sources;
  builtIn.examples = {
    positive: ['import acme\nfrom flask import request\nacme.run(request.args.get("a"))\n'],
    negative: ['import acme\nfrom flask import request\nacme.run(acme.quote(request.args.get("a")))\n'],
  };
  expect(await checkRules([acmeFlow, builtIn])).toEqual([]);
});

describe('a rule is refused', () => {
  test.each(['(a+)\\1', 'a(?=b)', '(?<=a)b', '['])(
    'for an expression that would have to backtrack: %s',
    async (expression) => {
      expect(await codesOf({ ...acmeToken, expression })).toEqual(['/0/expression expression_unfit']);
    },
  );

  test('for an expression that is too large, or matches the empty text', async () => {
    expect(await codesOf({ ...acmeToken, expression: '(?:[a-z]{100}){10}' })).toEqual([
      '/0/expression expression_unfit',
    ]);
    expect(await codesOf({ ...acmeToken, expression: '.*' })).toEqual(['/0/expression expression_unfit']);
    expect(await codesOf({ ...acmeToken, allow: ['x', '('] })).toEqual(['/0/allow/1 expression_unfit']);
  });

  test('for too many copies, however many rules have them', async () => {
    const expression = `(?:${'a'.repeat(980)}){1000}`;
    const rules = Array.from({ length: 50 }, (_, index) => ({ ...acmeToken, id: `r${index}`, expression }));
    expect(await codesOf(...rules)).toHaveLength(50);
  });

  test('for examples that it contradicts', async () => {
    const examples = { positive: ['acme_short'], negative: ['nothing', 'acme_q7zp2lxw9dkt4rvb'] };
    expect(await codesOf(acmeToken, { ...acmeToken, examples })).toEqual([
      '/1/examples/positive/0 example_missed',
      '/1/examples/negative/1 example_found',
    ]);
  });

  test('for negative examples that it is never applied to', async () => {
    const examples = { ...acmeToken.examples, negative: ['nothing'] };
    expect(await codesOf({ ...acmeToken, examples })).toEqual([
      '/0/examples/negative example_proves_nothing',
    ]);
  });

  test.each(['$X', 'acme.run(', 'a(); b()', 'f(..., $X, ...)', 'if x: pass', ''])(
    'for an invalid pattern: %s',
    async (text) => {
      expect(await codesOf(pattern('python', text, 'x\n', 'y\n'))).toEqual(['/0/pattern pattern_unfit']);
    },
  );
});

test('examples that take too long are refused in time, and are not a failure of the service', async () => {
  const heavy: CustomRule = {
    ...acmeToken,
    expression: 'acme[a-z_ ]{0,400}=',
    examples: { positive: Array.from({ length: 10 }, () => 'acme_='.repeat(600)), negative: ['acme_'] },
  };
  const codes = await codesOf(...Array.from({ length: 200 }, (_, index) => ({ ...heavy, id: `r${index}` })));
  expect(codes).toHaveLength(1);
  expect(codes[0]).toMatch(/^\/\d\/examples\/positive\/\d examples_too_large$/);
});

test('a rule after examples that take too long is not accepted untested', async () => {
  const costly: CustomRule = {
    ...acmeToken,
    expression: 'acme_[a-z0-9]{16}|(?:abc[a-z]{400}x)',
    examples: { positive: acmeToken.examples.positive, negative: ['acme_!abcabc'.repeat(330)] },
  };
  const rules = Array.from({ length: 200 }, (_, index) => ({ ...costly, id: `r${index}` }));
  expect(await codesOf(...rules)).toEqual([expect.stringMatching(/^\/\d+ examples_too_large$/)]);
});

test('the total size of all expressions is bounded', async () => {
  const large: CustomRule = { ...acmeToken, expression: 'acme_[a-z0-9]{16}|acme_Q{900}' };
  const rules = Array.from({ length: 60 }, (_, index) => ({ ...large, id: `r${index}` }));
  expect(await codesOf(...rules)).toEqual(['/54 rules_too_large']);
});
