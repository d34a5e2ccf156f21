import type { Rule } from '@scangate/engines/sast/rule';

export const jsDeserialization: Rule = {
  id: 'js-deserialization',
  cwe: 'CWE-502',
  severity: 'critical',
  title: 'Untrusted data deserialized into functions',
  message: 'This format can contain functions that run when it is read: its sender can run code here.',
  help: 'Use JSON and check it against a schema.',
  category: 'deserialization',
  sinks: [
    {
      call: [
        'node-serialize.unserialize',
        'serialize-to-js.deserialize',
        '*.unserialize',
        'funcster.deepDeserialize',
        'cryo.parse',
        'v8.deserialize',
        'js-yaml.{unsafeLoad,unsafeLoadAll}',
      ],
    },
    {
      call: ['js-yaml.{load,loadAll}'],
      when: ({ args }) =>
        args.some(({ fields }) => /FULL|js-yaml-js-types|UNSAFE/.test(fields?.get('schema')?.path ?? '')),
    },
  ],
  positives: [
    "const serialize = require('node-serialize');\napp.post('/i', (req, res) => {\n  const products = serialize.unserialize(req.files.products.data.toString('utf8')); // HERE\n});\n",
    "const yaml = require('js-yaml');\napp.post('/i', (req, res) => {\n  yaml.load(req.body.text, { schema: yaml.DEFAULT_FULL_SCHEMA }); // HERE\n});\n",
    "const m = require('serialize-to-js');\nexport const f = (req, res) => {\n  const q = req.query.q;\n  m.deserialize(q); // HERE\n};\n",
    "const serialize = require('unserialize');\napp.post('/i', (req, res) => {\n  const products = serialize.unserialize(req.files.products.data.toString('utf8')); // HERE\n});\n",
    "const serialize = require('node-serialize');\napp.post('/i', (req, res) => {\n  const products = funcster.deepDeserialize(req.files.products.data.toString('utf8')); // HERE\n});\n",
    "const serialize = require('node-serialize');\napp.post('/i', (req, res) => {\n  const products = cryo.parse(req.files.products.data.toString('utf8')); // HERE\n});\n",
    "const serialize = require('node-serialize');\napp.post('/i', (req, res) => {\n  const products = v8.deserialize(req.files.products.data.toString('utf8')); // HERE\n});\n",
    "const yaml = require('js-yaml');\napp.post('/i', (req, res) => {\n  yaml.unsafeLoad(req.body.text, { schema: yaml.DEFAULT_FULL_SCHEMA }); // HERE\n});\n",
  ],
  negatives: [
    "app.post('/i', (req, res) => JSON.parse(req.body.text));\n",
    "const yaml = require('js-yaml');\napp.post('/i', (req, res) => yaml.load(req.body.text));\n",
  ],
};
