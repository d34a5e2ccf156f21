import type { Rule } from '@scangate/engines/sast/rule';
import { script } from './samples.ts';

export const phpLdapInjection: Rule = {
  id: 'php-ldap-injection',
  cwe: 'CWE-90',
  severity: 'high',
  title: 'LDAP query from untrusted input',
  message: 'Untrusted input changes an LDAP query, so that its sender can sign in as others or read entries.',
  help: 'Escape the value with ldap_escape($x, "", LDAP_ESCAPE_FILTER).',
  category: 'ldap',
  sinks: [
    { call: ['{ldap_search,ldap_list,ldap_read}'], args: [1, 2] },
    { call: ['{ldap_bind,ldap_delete,ldap_modify}'], args: [1] },
  ],
  positives: [script('ldap_search($c, "dc=example", "(uid=" . $_GET["user"] . ")"); // HERE')],
  negatives: [
    script(
      'ldap_search($c, "dc=example", "(uid=" . ldap_escape($_GET["user"], "", LDAP_ESCAPE_FILTER) . ")");',
    ),
  ],
};
