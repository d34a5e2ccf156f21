import type { Rule } from '@scangate/engines/sast/rule';
import { action } from './samples.ts';

export const rbLdapInjection: Rule = {
  id: 'rb-ldap-injection',
  cwe: 'CWE-90',
  severity: 'high',
  title: 'LDAP query from untrusted input',
  message: 'Untrusted input changes an LDAP query, so that its sender can sign in as others or read entries.',
  help: 'Use Net::LDAP::Filter.equals, which escapes the value.',
  category: 'ldap',
  sinks: [
    { call: ['Net.LDAP.Filter.{construct,from_rfc2254}'] },
    {
      call: ['*.search'],
      args: [9],
      named: ['filter', 'base'],
      unless: ({ prefix }) => prefix === undefined,
    },
  ],
  positives: [
    action('filter = Net::LDAP::Filter.construct("(uid=#{params[:user]})") # HERE'),
    action('ldap.search(base: "dc=a", filter: "(uid=#{params[:user]})") # HERE'),
  ],
  negatives: [
    action('filter = Net::LDAP::Filter.construct("(uid=#{Net::LDAP::Filter.escape(params[:user])})")'),
  ],
};
