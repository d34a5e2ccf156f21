import type { Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';
import { action, method } from './samples.ts';

export const csLdapInjection: Rule = {
  id: 'cs-ldap-injection',
  cwe: 'CWE-90',
  severity: 'high',
  title: 'LDAP filter built from untrusted input',
  message: 'Untrusted input becomes part of an LDAP filter, so its sender can change the search.',
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

export const csLdapFromParameter = fromParameter(csLdapInjection, {
  id: 'cs-ldap-from-parameter',
  title: 'Parameter put into an LDAP filter',
  does: 'puts its argument into an LDAP filter as text',
  words: ['DirectorySearcher', 'SearchRequest', 'searcher'],
  positives: [
    method(
      '        searcher.Filter = String.Format("(uid={0})", name); // HERE',
      'DirectorySearcher searcher, string name',
    ),
  ],
  negatives: [method('        searcher.Filter = "(uid=" + id + ")";', 'DirectorySearcher searcher, int id')],
});
