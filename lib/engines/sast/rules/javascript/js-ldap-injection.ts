import type { Rule } from '@scangate/engines/sast/rule';

export const jsLdapInjection: Rule = {
  id: 'js-ldap-injection',
  cwe: 'CWE-90',
  severity: 'high',
  title: 'LDAP filter built from untrusted input',
  message: 'Untrusted input becomes part of an LDAP filter: it can find entries it should not.',
  help: 'Build the filter from objects (EqualityFilter), or escape the value.',
  category: 'ldap',
  sinks: [
    {
      call: ['*.search'],
      args: [1],
      fields: ['filter'],
      when: ({ args }) => args[1]?.fields?.has('filter') === true,
    },
    {
      call: ['*.search'],
      args: [0],
      shallow: true,
      when: ({ args }) => args[1]?.fields?.has('filter') === true,
    },
  ],
  positives: [
    "app.get('/l', (req, res) => {\n  client.search('o=example', { filter: `(uid=${req.query.user})` }, cb); // HERE\n});\n",
  ],
  negatives: [
    "client.search('o=example', { filter: '(uid=*)' }, cb);\n",
    "app.get('/l', (req, res) => text.search(req.query.q));\n",
  ],
};
