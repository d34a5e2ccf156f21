import type { Rule } from '@scangate/engines/sast/rule';
import { isLocalModule } from './conditions.ts';

export const jsModulePath: Rule = {
  id: 'js-module-path',
  cwe: 'CWE-829',
  severity: 'medium',
  title: 'Untrusted input chooses a module',
  message:
    'Untrusted input is part of a module path: with ../ it can load any file that the program can read.',
  help: 'Look the module up in a table of allowed ones.',
  category: 'path',
  sinks: [{ call: ['require', 'require.resolve', 'import'], unless: (value) => !isLocalModule(value) }],
  positives: [
    "app.get('/m', (req, res) => {\n  require('./plugins/' + req.query.name); // HERE\n});\n",
    "const path = require('path');\napp.get('/m', async (req, res) => {\n  const page = await import(path.join(root, req.query.name)); // HERE\n});\n",
    "app.get('/m', (req, res) => {\n  require.resolve('./plugins/' + req.query.name); // HERE\n});\n",
  ],
  negatives: [
    "app.get('/m', (req, res) => require(req.query.name));\n",
    'const load = (locale) => import(`./locales/${locale}.js`);\n',
    "const path = require('path');\napp.get('/m', (req, res) => require('./plugins/' + path.basename(req.query.name)));\n",
  ],
};
