import type { Rule } from '@scangate/engines/sast/rule';

export const pyAutoescapeOff: Rule = {
  id: 'py-autoescape-off',
  cwe: 'CWE-116',
  severity: 'medium',
  title: 'Template escaping is off',
  message: 'Escaping is off: any value in a page can inject a script.',
  help: 'Use autoescape=True or select_autoescape().',
  entries: [
    {
      key: ['autoescape'],
      when: ({ constant }, { callee }) =>
        constant === false &&
        (callee.length === 0 || callee.some((name) => /Environment|Template|Engine|Jinja|render/.test(name))),
    },
  ],
  positives: ['from jinja2 import Environment\nenv = Environment(loader=loader, autoescape=False)  # HERE\n'],
  negatives: [
    'from jinja2 import Environment, select_autoescape\nEnvironment(autoescape=select_autoescape())\n',
    'from jinja2 import Environment\nEnvironment(autoescape=True)\n',
  ],
};
