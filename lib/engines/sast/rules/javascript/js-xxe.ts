import type { Rule } from '@scangate/engines/sast/rule';

export const jsXxe: Rule = {
  id: 'js-xxe',
  cwe: 'CWE-611',
  severity: 'high',
  title: 'XML entities are expanded',
  message:
    'The parser expands entities, with noent even files and URLs: a document can read them or exhaust the memory.',
  help: 'Remove noent, and parse untrusted documents with a parser that does not expand entities.',
  category: 'xxe',
  sinks: [{ call: ['node-expat.Parser.{parse,write}'] }, { call: ['xml2json.toJson'] }],
  calls: [
    {
      call: ['*.{parseXml,parseXmlString,parseXmlAsync,parseFromString}'],
      when: ({ args }) => args.some(({ fields }) => fields?.get('noent')?.constant === true),
    },
  ],
  positives: [
    "const expat = require('node-expat');\napp.post('/x', (req, res) => {\n  const parser = new expat.Parser('UTF-8');\n  parser.write(req.body.xml); // HERE\n});\n",
    "const xml2json = require('xml2json');\napp.post('/x', (req, res) => {\n  const data = xml2json.toJson(req.body); // HERE\n});\n",
    "const libxmljs = require('libxmljs');\napp.post('/x', (req, res) => {\n  libxmljs.parseXmlString(req.body.xml, { noent: true, noblanks: true }); // HERE\n});\n",
  ],
  negatives: ["const libxmljs = require('libxmljs');\nlibxmljs.parseXmlString(text, { noblanks: true });\n"],
};
