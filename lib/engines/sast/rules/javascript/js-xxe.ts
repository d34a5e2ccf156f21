import type { Rule } from '@scangate/engines/sast/rule';

export const jsXxe: Rule = {
  id: 'js-xxe',
  cwe: 'CWE-611',
  severity: 'high',
  title: 'XML entities are expanded',
  message: 'With noent the parser reads files and URLs that a document names: its sender can read them.',
  help: 'Leave noent out.',
  calls: [
    {
      call: ['*.{parseXml,parseXmlString,parseXmlAsync,parseFromString}'],
      when: ({ args }) => args.some(({ fields }) => fields?.get('noent')?.constant === true),
    },
  ],
  positives: [
    "const libxmljs = require('libxmljs');\napp.post('/x', (req, res) => {\n  libxmljs.parseXmlString(req.body.xml, { noent: true, noblanks: true }); // HERE\n});\n",
  ],
  negatives: ["const libxmljs = require('libxmljs');\nlibxmljs.parseXmlString(text, { noblanks: true });\n"],
};
