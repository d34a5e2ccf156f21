import type { Rule } from '@scangate/engines/sast/rule';

export const jsShortKey: Rule = {
  id: 'js-short-key',
  cwe: 'CWE-326',
  severity: 'medium',
  title: 'Key is too short',
  message: 'RSA keys below 2048 bits can be factored.',
  help: 'Use 3072 bits or more, or an elliptic curve.',
  entries: [
    { key: ['modulusLength'], when: (value) => typeof value.constant === 'number' && value.constant < 2048 },
  ],
  positives: ["crypto.generateKeyPairSync('rsa', { modulusLength: 1024 }); // HERE\n"],
  negatives: ["crypto.generateKeyPairSync('rsa', { modulusLength: 4096 });\n"],
};
