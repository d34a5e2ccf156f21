import type { Rule } from '@scangate/engines/sast/rule';
import { handler } from './samples.ts';

export const goLdapInjection: Rule = {
  id: 'go-ldap-injection',
  cwe: 'CWE-90',
  severity: 'high',
  title: 'LDAP filter built from untrusted input',
  message: 'Untrusted input becomes part of an LDAP query, so it can select other entries.',
  help: 'Escape it with ldap.EscapeFilter or ldap.EscapeDN.',
  category: 'ldap',
  sinks: [{ call: ['*.NewSearchRequest'], args: [0, 7] }],
  positives: [
    handler(
      'fmt github.com/go-ldap/ldap/v3',
      '\tldap.NewSearchRequest(base, 2, 0, 0, 0, false, "", fmt.Sprintf("(uid=%s)", r.FormValue("uid")), nil) // HERE',
    ),
  ],
  negatives: [
    handler(
      'fmt github.com/go-ldap/ldap/v3',
      '\tldap.NewSearchRequest(base, 2, 0, 0, 0, false, "", fmt.Sprintf("(uid=%s)", ldap.EscapeFilter(r.FormValue("uid"))), nil)',
    ),
  ],
};
