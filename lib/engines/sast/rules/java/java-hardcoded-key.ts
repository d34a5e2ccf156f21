import type { Rule } from '@scangate/engines/sast/rule';
import { isFixed } from './conditions.ts';
import { method } from './samples.ts';

export const javaHardcodedKey: Rule = {
  id: 'java-hardcoded-key',
  cwe: 'CWE-321',
  severity: 'high',
  title: 'Hard-coded key',
  message: 'Everyone who has the program has the key, and changing it takes a new version.',
  help: 'Read the key from a key store or a secret manager when the program starts.',
  calls: [
    {
      call: [
        '{SecretKeySpec,DESKeySpec,DESedeKeySpec,PBEKeySpec,KerberosKey}',
        'Algorithm.{HMAC256,HMAC384,HMAC512}',
        'Keys.hmacShaKeyFor',
      ],
      when: ({ args: [key] }) => isFixed(key),
    },
    { call: ['*.setSigningKey'], when: ({ args: [key] }) => isFixed(key) },
    {
      call: ['*.signWith'],
      when: ({ args: [first, second] }) => second !== undefined && (isFixed(second) || isFixed(first)),
    },
  ],
  positives: [
    method('    new SecretKeySpec("0123456789abcdef".getBytes(StandardCharsets.UTF_8), "AES"); // HERE'),
    'class A {\n  private static final byte[] KEY = {1, 2, 3, 4, 5, 6, 7, 8};\n  void f() { new SecretKeySpec(KEY, "AES"); } // HERE\n}\n',
    method('    Jwts.builder().signWith(SignatureAlgorithm.HS256, "s3cr3t-key").compact(); // HERE'),
  ],
  negatives: [
    method(
      '    new SecretKeySpec(key, "AES");\n    new SecretKeySpec(System.getenv("KEY").getBytes(), "AES");',
      'byte[] key',
    ),
    method(
      '    byte[] key = new byte[16];\n    new SecureRandom().nextBytes(key);\n    new SecretKeySpec(key, "AES");',
    ),
  ],
};
