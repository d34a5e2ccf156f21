import type { Rule } from '@scangate/engines/sast/rule';

export const jsPrototypePollution: Rule = {
  id: 'js-prototype-pollution',
  cwe: 'CWE-1321',
  severity: 'high',
  title: 'Untrusted object is merged deeply',
  message: 'An untrusted object is merged key by key: with __proto__ it changes every object of the process.',
  help: 'Validate the object against a schema first, or copy only known keys.',
  category: 'prototype',
  sinks: [
    {
      call: [
        '{lodash,_,underscore}.{merge,mergeWith,defaultsDeep}',
        'lodash/{merge,mergeWith,defaultsDeep}',
        'lodash.{merge,defaultsdeep}',
        'deepmerge',
        'merge-deep',
        'defaults-deep',
        'hoek.{merge,applyToDefaults}',
        '@hapi/hoek.merge',
        'deep-extend',
        'extend',
      ],
      args: [1, 2, 3],
    },
    {
      call: ['{$,jQuery}.extend', 'extend'],
      args: [1, 2, 3],
      when: ({ args }) => args[0]?.constant === true,
    },
    { call: ['{lodash,_}.{set,setWith}', 'dot-prop.set', 'object-path.set'], args: [1] },
  ],
  positives: [
    "const _ = require('lodash');\napp.post('/s', (req, res) => {\n  _.merge(settings, req.body); // HERE\n});\n",
    "import _ from 'lodash';\nexport const save = (req) => _.set(state, req.body.path, 1); // HERE\n",
    "const _ = require('lodash');\napp.post('/s', (req, res) => {\n  _.mergeWith(settings, req.body); // HERE\n});\n",
    "const m = require('lodash/merge');\nexport const f = (req, res) => {\n  const q = req.query.q;\n  m('', q); // HERE\n};\n",
    "const _ = require('lodash');\napp.post('/s', (req, res) => {\n  _.defaultsdeep(settings, req.body); // HERE\n});\n",
    "const _ = require('lodash');\napp.post('/s', (req, res) => {\n  deepmerge(settings, req.body); // HERE\n});\n",
    "const m = require('merge-deep');\nexport const f = (req, res) => {\n  const q = req.query.q;\n  m('', q); // HERE\n};\n",
    "const m = require('defaults-deep');\nexport const f = (req, res) => {\n  const q = req.query.q;\n  m('', q); // HERE\n};\n",
    "import _ from 'lodash';\nexport const save = (req) => hoek.merge(state, req.body.path, 1); // HERE\n",
    "const m = require('@hapi/hoek');\nexport const f = (req, res) => {\n  const q = req.query.q;\n  m.merge('', q); // HERE\n};\n",
    "const m = require('deep-extend');\nexport const f = (req, res) => {\n  const q = req.query.q;\n  m('', q); // HERE\n};\n",
    "const _ = require('lodash');\napp.post('/s', (req, res) => {\n  extend(settings, req.body); // HERE\n});\n",
    "const m = require('dot-prop');\nexport const f = (req, res) => {\n  const q = req.query.q;\n  m.set('', q); // HERE\n};\n",
    "const m = require('object-path');\nexport const f = (req, res) => {\n  const q = req.query.q;\n  m.set('', q); // HERE\n};\n",
  ],
  negatives: [
    "app.post('/s', (req, res) => Object.assign(settings, req.body));\n",
    "const _ = require('lodash');\n_.merge(settings, defaults);\n",
  ],
};
