import type { Rule } from '@scangate/engines/sast/rule';

export const jsDynamicEval: Rule = {
  id: 'js-dynamic-eval',
  cwe: 'CWE-95',
  severity: 'medium',
  confidence: 'low',
  title: 'Code built at run time',
  message:
    'Text that is not constant is run as code; if any of it is untrusted, an attacker controls the program.',
  help: 'Use a function, a table of functions, or JSON.parse.',
  supersededBy: ['js-code-injection'],
  calls: [
    {
      call: ['eval', '{window,globalThis,global}.eval'],
      when: ({ args }) => args.length > 0 && args[0]?.constant === undefined,
    },
    {
      call: ['Function'],
      when: ({ args }) => args.some(({ constant }) => constant === undefined),
    },
  ],
  positives: [
    'function f(code) {\n  return eval(code); // HERE\n}\n',
    "const make = (body) => new Function('a', body); // HERE\n",
    'export const f = (req, res) => {\n  const q = req.query.q;\n  window.eval(a, q); // HERE\n};\n',
  ],
  negatives: ["eval('1');\n", "new Function('return this')();\n"],
};
