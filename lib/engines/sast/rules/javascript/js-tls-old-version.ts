import type { Rule } from '@scangate/engines/sast/rule';

export const jsTlsOldVersion: Rule = {
  id: 'js-tls-old-version',
  cwe: 'CWE-327',
  severity: 'medium',
  title: 'Outdated TLS version',
  message: 'SSL and TLS before 1.2 have known attacks.',
  help: 'Require TLSv1.2 or newer.',
  entries: [
    {
      key: ['minVersion', 'maxVersion'],
      when: (value) => /^(?:SSLv\d|TLSv1(?:\.1)?)$/.test(String(value.constant ?? '')),
    },
    {
      key: ['secureProtocol'],
      when: (value) => /^(?:SSLv\d{1,2}|TLSv1(?:_1)?)_/.test(String(value.constant ?? '')),
    },
  ],
  positives: [
    "https.createServer({ minVersion: 'TLSv1' }, app); // HERE\n",
    "tls.connect({ secureProtocol: 'SSLv3_method' }); // HERE\n",
    "https.createServer({ maxVersion: 'TLSv1' }, app); // HERE\n",
  ],
  negatives: ["https.createServer({ minVersion: 'TLSv1.2' }, app);\n"],
};
