import type { Rule } from '../../rule.ts';

export const javaWeakHash: Rule = {
  id: 'java-weak-hash',
  cwe: 'CWE-328',
  severity: 'medium',
  title: 'Broken hash function',
  message: 'MD5 and SHA-1 are broken: two texts with the same hash can be made.',
  help: 'Use SHA-256 or better; for passwords use a function made for them (argon2, scrypt, bcrypt).',
  calls: [
    {
      call: ['MessageDigest.getInstance'],
      when: ({ args }) => /^(?:md[245]|sha-?1|sha)$/i.test(String(args[0]?.constant ?? '')),
    },
  ],
  positives: [
    'class A { void f() throws Exception { java.security.MessageDigest.getInstance("MD5"); } } // HERE\n',
    'class A { static final String NAME = "SHA-1";\n  void f() throws Exception { MessageDigest.getInstance(NAME); } // HERE\n}\n',
  ],
  negatives: ['class A { void f() throws Exception { MessageDigest.getInstance("SHA-256"); } }\n'],
};
