import type { Rule } from '@scangate/engines/sast/rule';

export const jsXpathInjection: Rule = {
  id: 'js-xpath-injection',
  cwe: 'CWE-643',
  severity: 'high',
  title: 'XPath built from untrusted input',
  message: 'Untrusted input becomes part of an XPath expression: it can select other nodes.',
  help: 'Pass values as variables of the expression.',
  category: 'xpath',
  sinks: [{ call: ['xpath.{select,select1,evaluate,parse}', 'document.evaluate'] }],
  positives: [
    "const xpath = require('xpath');\napp.get('/x', (req, res) => {\n  xpath.select(\"//user[name='\" + req.query.name + \"']\", doc); // HERE\n});\n",
    "const xpath = require('xpath');\napp.get('/x', (req, res) => {\n  document.evaluate(\"//user[name='\" + req.query.name + \"']\", doc); // HERE\n});\n",
  ],
  negatives: ["const xpath = require('xpath');\nxpath.select('//user', doc);\n"],
};
