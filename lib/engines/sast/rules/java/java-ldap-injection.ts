import type { Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';
import { method, servlet } from './samples.ts';

export const javaLdapInjection: Rule = {
  id: 'java-ldap-injection',
  cwe: 'CWE-90',
  severity: 'high',
  title: 'LDAP filter built from untrusted input',
  message: 'Untrusted input becomes part of an LDAP query, so it can select other entries.',
  help: 'Pass the values as filter arguments (`{0}`), or encode them (ESAPI encodeForLDAP, LdapEncoder.filterEncode).',
  category: 'ldap',
  sinks: [
    {
      call: [
        '{DirContext,InitialDirContext,LdapContext,InitialLdapContext,EventDirContext,LdapTemplate,LdapOperations,LDAPConnection}.{search,searchForObject,list,lookup,authenticate,find,findOne}',
        '{ctx,context,dirContext,ldapTemplate}.search',
        '{LdapTemplate,LdapOperations,ldapTemplate}.{search,lookup,findOne}',
        '*.getInitialContext().search',
      ],
      args: [0, 1],
    },
    { call: ['LDAPConnection.search', 'LDAPInterface.search'], args: [2] },
    { call: ['Filter.create'] },
  ],
  positives: [
    servlet(`    LDAPConnection connection = server.getConnection();
    connection.search("dc=a", SearchScope.SUB, "(uid=" + request.getParameter("uid") + ")"); // HERE`),
    servlet(`    DirContext ctx = manager.getDirContext();
    String filter = "(&(objectclass=person)(uid=" + request.getParameter("uid") + "))";
    ctx.search("ou=users", filter, controls); // HERE`),
  ],
  negatives: [
    servlet('    ctx.search("ou=users", "(uid={0})", new Object[] {request.getParameter("uid")}, controls);'),
    servlet(
      '    ctx.search("ou=users", "(uid=" + LdapEncoder.filterEncode(request.getParameter("uid")) + ")", controls);',
    ),
  ],
};

export const javaLdapFromParameter = fromParameter(javaLdapInjection, {
  id: 'java-ldap-from-parameter',
  title: 'LDAP filter built from a parameter',
  does: 'puts its argument into an LDAP query as text',
  positives: [
    method(
      '    InitialDirContext context = new InitialDirContext(props);\n    context.search("dc=a", "(uid=" + name + ")", controls); // HERE',
      'String name',
    ),
  ],
  negatives: [
    method('    ctx.search("dc=a", "(uid={0})", new Object[] {name}, controls);', 'String name'),
    method('    ctx.search("dc=a", "(uid=admin)", controls);', 'String name'),
  ],
});
