import type { Rule } from '@scangate/engines/sast/rule';
import { isFixedValue } from '@scangate/engines/sast/taint/value';

export const jsDynamicImport: Rule = {
  id: 'js-dynamic-import',
  cwe: 'CWE-829',
  severity: 'low',
  confidence: 'low',
  title: 'Module chosen at run time',
  message: 'The name of a module is not fixed: whoever chooses it chooses the code that runs.',
  help: 'Look the module up in a table of those that are meant.',
  supersededBy: ['js-code-injection', 'js-module-path'],
  calls: [
    {
      call: ['require', 'import'],
      when: ({ args: [name] }) =>
        name !== undefined && !isFixedValue(name) && name.path !== 'require.resolve()',
    },
  ],
  positives: [
    'const load = (locale) => import(`./locales/${locale}.js`); // HERE\n',
    'function load(name) {\n  return require(name); // HERE\n}\n',
  ],
  negatives: [
    "const fs = require('fs');\n",
    "const load = () => import('./page.js');\n",
    "const page = await import(production ? './a.js' : './b.js');\n",
    "app.get('/m', (req, res) => require(req.query.name));\n",
  ],
};
