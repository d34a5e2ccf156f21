import type { Rule } from '@scangate/engines/sast/rule';
import { method } from './samples.ts';

export const javaPlaintextPassword: Rule = {
  id: 'java-plaintext-password',
  cwe: 'CWE-256',
  severity: 'high',
  title: 'Passwords are stored in plain text',
  message: 'NoOpPasswordEncoder stores passwords in plain text: anyone who sees the table has all of them.',
  help: 'Use PasswordEncoderFactories.createDelegatingPasswordEncoder() or BCryptPasswordEncoder.',
  calls: [
    {
      call: [
        'NoOpPasswordEncoder.getInstance',
        '*.withDefaultPasswordEncoder',
        'NoOpPasswordEncoder',
        'PlaintextPasswordEncoder',
      ],
    },
  ],
  positives: [
    'class A {\n  @Bean PasswordEncoder encoder() {\n    return NoOpPasswordEncoder.getInstance(); // HERE\n  }\n}\n',
  ],
  negatives: [method('    new BCryptPasswordEncoder();')],
};
