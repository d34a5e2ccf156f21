import type { Rule } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';
import { flask } from './samples.ts';

const isFilter = (value: Value): boolean => /^\s*\(|[a-z]=$/i.test(prefixOf(value) ?? '');

export const pyLdapInjection: Rule = {
  id: 'py-ldap-injection',
  cwe: 'CWE-90',
  severity: 'high',
  title: 'LDAP filter built from untrusted input',
  message:
    'Untrusted input becomes part of an LDAP filter or name: it can widen the search or bypass a login.',
  help: 'Escape it: ldap3.utils.conv.escape_filter_chars, ldap.filter.escape_filter_chars, ldap.dn.escape_dn_chars.',
  category: 'ldap',
  sinks: [
    {
      call: ['*.{search_s,search_st,search_ext,search_ext_s,paged_search}'],
      args: [0, 2],
      named: ['base', 'filterstr'],
    },
    {
      call: ['*.search'],
      args: [0, 1],
      named: ['search_filter', 'search_base'],
      unless: (value) => !isFilter(value),
    },
  ],
  positives: [
    flask(
      '    conn.search("ou=users", f"(uid={request.args[\'u\']})", attributes=ALL)  # HERE',
      'import ldap3',
    ),
    flask('    l.search_s(base, ldap.SCOPE_SUBTREE, "(cn=%s)" % request.form["cn"])  # HERE', 'import ldap'),
  ],
  negatives: [
    flask(
      '    u = escape_filter_chars(request.args["u"])\n    conn.search("ou=users", f"(uid={u})")',
      'from ldap3.utils.conv import escape_filter_chars',
    ),
    flask('    re.search("a", request.args["u"])', 'import re'),
    flask('    index.search(request.args["q"])'),
  ],
};
