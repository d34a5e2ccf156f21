import type { Rule } from '@scangate/engines/sast/rule';
import { method } from './samples.ts';

export const javaAnonymousLdap: Rule = {
  id: 'java-anonymous-ldap',
  cwe: 'CWE-287',
  severity: 'medium',
  title: 'Anonymous LDAP bind',
  message:
    'The connection to the directory is not authenticated: everyone who reaches it can read the same entries.',
  help: 'Use "simple" over TLS or a SASL mechanism, with a service account.',
  calls: [
    {
      call: ['*.put'],
      when: ({ args: [key, value] }) =>
        /(?:^|\.)SECURITY_AUTHENTICATION$|^java\.naming\.security\.authentication$/.test(
          String(key?.constant ?? key?.path ?? ''),
        ) && value?.constant === 'none',
    },
  ],
  positives: [method('    env.put(Context.SECURITY_AUTHENTICATION, "none"); // HERE', 'Properties env')],
  negatives: [
    method('    env.put(Context.SECURITY_AUTHENTICATION, "simple");', 'Properties env'),
    method('    env.put("mode", "none");', 'Properties env'),
  ],
};
