import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
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
  positives: [
    script('ldap_search($c, "dc=example", "(uid=" . $_GET["user"] . ")"); // HERE'),
    "<?php\n$q = $_GET['q'];\nldap_bind('', $q); // HERE\n",
  ],
  negatives: [
    script(
      'ldap_search($c, "dc=example", "(uid=" . ldap_escape($_GET["user"], "", LDAP_ESCAPE_FILTER) . ")");',
    ),
  ],
};

const isEmpty = (value: Value | undefined): boolean =>
  value === undefined || value.constant === '' || value.constant === null;

export const phpLdapAnonymous: Rule = {
  id: 'php-ldap-anonymous',
  cwe: 'CWE-287',
  severity: 'medium',
  confidence: 'low',
  title: 'LDAP bind without a password',
  message:
    'The directory accepts a bind without a password: a login that is checked this way always succeeds.',
  help: 'Bind with a name and a password, and reject empty passwords first.',
  calls: [{ call: ['{ldap_bind,LDAP_BIND}'], when: ({ args }) => args.length > 0 && isEmpty(args[2]) }],
  positives: [
    script('ldap_bind($directory); // HERE'),
    script('$p = "";\nldap_bind($directory, $name, $p); // HERE'),
  ],
  negatives: [script('ldap_bind($directory, $name, $password);')],
};
