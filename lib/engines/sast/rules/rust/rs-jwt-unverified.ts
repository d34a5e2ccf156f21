import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

export const rsJwtUnverified: Rule = {
  id: 'rs-jwt-unverified',
  cwe: 'CWE-347',
  severity: 'high',
  title: 'Tokens are not verified',
  message: 'Tokens that are forged or have expired are accepted.',
  help: 'Leave the validation of signature and expiry on.',
  words: [
    'insecure_disable_signature_validation',
    'insecure_decode',
    'dangerous_insecure_decode',
    'validate_exp',
  ],
  calls: [
    {
      call: [
        '*.{insecure_disable_signature_validation,insecure_decode,dangerous_insecure_decode}',
        'dangerous_insecure_decode',
      ],
    },
  ],
  writes: [{ write: ['*.validate_exp'], when: ({ constant }) => constant === false }],
  positives: [
    program(
      '    validation.insecure_disable_signature_validation(); // HERE',
      '',
      'mut validation: Validation',
    ),
    program('    validation.validate_exp = false; // HERE', '', 'mut validation: Validation'),
    '\nfn run(mut validation: Validation) {\n    dangerous_insecure_decode(); // HERE\n}\n',
  ],
  negatives: [program('    validation.validate_exp = true;', '', 'mut validation: Validation')],
};
