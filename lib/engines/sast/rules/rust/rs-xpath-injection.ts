import type { Rule } from '@scangate/engines/sast/rule';
import { isNamed } from './conditions.ts';
import { handler } from './samples.ts';

export const rsXpathInjection: Rule = {
  id: 'rs-xpath-injection',
  cwe: 'CWE-643',
  severity: 'high',
  title: 'XPath expression built from untrusted input',
  message: 'Untrusted input becomes part of an XPath expression, so that its sender can read other nodes.',
  help: 'Pass it as a variable of the context, or compare the text of the nodes in code.',
  category: 'xpath',
  sinks: [
    { call: ['sxd_xpath.evaluate_xpath', 'evaluate_xpath'], args: [1] },
    {
      call: [
        '*.{findnodes,findvalue,evaluate_xpath}',
        '{sxd_xpath.Factory,Factory,factory}.build',
        '*.Factory.new().build',
      ],
    },
  ],
  positives: [
    handler(
      '    let found = evaluate_xpath(&document, &format!("//user[@name=\'{}\']", p.name))?; // HERE',
      'use sxd_xpath::evaluate_xpath;',
    ),
    'use actix_web::web;\nasync fn f(q: web::Query<String>) -> String {\n    let q = q.into_inner();\n    evaluate_xpath("", q); // HERE\n}\n',
    'use actix_web::web;\nasync fn f(q: web::Query<String>) -> String {\n    let q = q.into_inner();\n    a.findnodes(q); // HERE\n}\n',
    'use actix_web::web;\nasync fn f(q: web::Query<String>) -> String {\n    let q = q.into_inner();\n    sxd_xpath::Factory::build(q); // HERE\n}\n',
    'use actix_web::web;\nasync fn f(q: web::Query<String>) -> String {\n    let q = q.into_inner();\n    a.Factory.new(a).build(q); // HERE\n}\n',
  ],
  negatives: [
    handler('    let found = evaluate_xpath(&document, "//user[1]")?;', 'use sxd_xpath::evaluate_xpath;'),
  ],
};

export const rsLdapInjection: Rule = {
  id: 'rs-ldap-injection',
  cwe: 'CWE-90',
  severity: 'high',
  title: 'LDAP filter built from untrusted input',
  message: 'Untrusted input becomes part of an LDAP filter, so its sender can change the search.',
  help: 'Encode it with ldap3::ldap_escape.',
  category: 'ldap',
  words: ['ldap', 'ldap3', 'LdapConn', 'Ldap'],
  sinks: [
    {
      call: ['*.{search,streaming_search}'],
      args: [0, 2],
      when: ({ receiver }) => isNamed(receiver, /ldap/i),
    },
  ],
  positives: [
    handler(
      '    let found = ldap.search("dc=a", Scope::Subtree, &format!("(uid={})", p.name), vec!["cn"]).await?; // HERE',
    ),
  ],
  negatives: [
    handler(
      '    let found = ldap.search("dc=a", Scope::Subtree, &format!("(uid={})", ldap3::ldap_escape(&p.name)), vec!["cn"]).await?;',
    ),
    handler('    let found = ldap.search("dc=a", Scope::Subtree, "(cn=*)", vec!["cn"]).await?;'),
  ],
};
