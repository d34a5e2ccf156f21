import type { Rule } from '@scangate/engines/sast/rule';
import { action } from './samples.ts';

export const csLdapInjection: Rule = {
  id: 'cs-ldap-injection',
  cwe: 'CWE-90',
  severity: 'high',
  title: 'LDAP filter built from untrusted input',
  message: 'Untrusted input becomes part of an LDAP filter, so that its sender can change what is searched.',
  help: 'Encode it with Encoder.LdapFilterEncode, or accept only letters and digits.',
  category: 'ldap',
  sinks: [
    { call: ['DirectorySearcher', 'SearchRequest', 'DirectoryEntry'], args: [0, 1] },
    {
      write: [
        'DirectorySearcher.Filter',
        '*.searcher.Filter',
        'searcher.Filter',
        'DirectoryEntry.Path',
        'SearchRequest.Filter',
      ],
    },
  ],
  positives: [
    action('        searcher.Filter = "(uid=" + q + ")"; // HERE'),
    action('        var searcher = new DirectorySearcher(entry, $"(cn={q})"); // HERE'),
    action('        var request = new SearchRequest("dc=a", $"(uid={q})", SearchScope.Subtree); // HERE'),
  ],
  negatives: [
    action('        searcher.Filter = "(uid=" + Encoder.LdapFilterEncode(q) + ")";'),
    action('        searcher.Filter = "(objectClass=user)";'),
  ],
};
