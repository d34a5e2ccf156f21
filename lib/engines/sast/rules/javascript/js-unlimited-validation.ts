import type { Rule } from '@scangate/engines/sast/rule';

export const jsUnlimitedValidation: Rule = {
  id: 'js-unlimited-validation',
  cwe: 'CWE-400',
  severity: 'low',
  title: 'Validation collects every error',
  message:
    'With allErrors Ajv continues after the first error: a large invalid document can exhaust memory or CPU time.',
  help: 'Do not use allErrors for untrusted documents.',
  words: ['Ajv', 'ajv'],
  entries: [
    {
      key: ['allErrors'],
      when: ({ constant }, { callee }) =>
        constant === true && callee.some((name) => /(?:^|\.)[Aa]jv/.test(name)),
    },
  ],
  positives: ["const Ajv = require('ajv');\nconst ajv = new Ajv({ allErrors: true }); // HERE\n"],
  negatives: [
    "const Ajv = require('ajv');\nconst ajv = new Ajv({ allErrors: process.env.DEBUG === '1' });\n",
    "const Ajv = require('ajv');\nreport({ allErrors: true });\n",
  ],
};
