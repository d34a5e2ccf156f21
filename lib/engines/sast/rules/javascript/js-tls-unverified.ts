import type { Rule } from '@scangate/engines/sast/rule';

export const jsTlsUnverified: Rule = {
  id: 'js-tls-unverified',
  cwe: 'CWE-295',
  severity: 'high',
  title: 'TLS certificates are not verified',
  message: 'Any certificate is accepted: anyone on the network path can read and change everything.',
  help: 'Remove the option; put the certificate authority you trust into `ca`.',
  entries: [
    { key: ['rejectUnauthorized', 'strictSSL'], when: (value) => value.constant === false },
    { key: ['insecureSkipVerify', 'acceptInvalidCerts'], when: (value) => value.constant === true },
  ],
  writes: [
    { write: ['*.NODE_TLS_REJECT_UNAUTHORIZED'], when: (value) => String(value.constant) === '0' },
    { write: ['*.rejectUnauthorized'], when: (value) => value.constant === false },
  ],
  positives: [
    "import https from 'node:https';\nconst agent = new https.Agent({ rejectUnauthorized: false }); // HERE\n",
    "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; // HERE\n",
    "process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = 0; // HERE\n",
    "import https from 'node:https';\nconst agent = new https.Agent({ strictSSL: false }); // HERE\n",
  ],
  negatives: ["import https from 'node:https';\nnew https.Agent({ rejectUnauthorized: true });\n"],
};
