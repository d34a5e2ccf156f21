import type { Rule } from '@scangate/engines/sast/rule';

export const jsRegexInjection: Rule = {
  id: 'js-regex-injection',
  cwe: 'CWE-1333',
  severity: 'medium',
  title: 'Regular expression from untrusted input',
  message:
    'Untrusted input becomes a regular expression: one that backtracks can keep the process busy indefinitely.',
  help: 'Escape it (escape-string-regexp), or search for plain text.',
  category: 'regex',
  sinks: [{ call: ['RegExp'] }],
  positives: [
    "app.get('/s', (req, res) => {\n  const found = list.filter((x) => new RegExp(req.query.q).test(x)); // HERE\n});\n",
  ],
  negatives: [
    "const _ = require('lodash');\napp.get('/s', (req, res) => new RegExp(_.escapeRegExp(req.query.q)));\n",
    "new RegExp('^a+$');\n",
  ],
};
