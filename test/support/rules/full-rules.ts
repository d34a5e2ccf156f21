import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';

const examples = { positive: ['a'], negative: ['b'] };

/** A rule of each kind, with every field. */
export const fullRules: CustomRule[] = [
  {
    kind: 'secret',
    id: 'acme-token',
    title: 'Token of Acme',
    severity: 'critical',
    examples,
    keywords: ['acme_'],
    expression: 'acme_[a-z0-9]{16}',
    entropy: 3,
    allow: ['acme_0{8}'],
  },
  {
    kind: 'code',
    id: 'no-debug',
    title: 'Debug mode',
    severity: 'high',
    examples,
    language: 'python',
    message: 'It prints secrets.',
    help: 'Turn it off.',
    cwe: 'CWE-489',
    pattern: 'acme.debug(...)',
    sources: [{ call: 'acme.input' }, { read: 'acme.request.body' }],
    sinks: [
      { call: 'acme.run', arguments: [0, 1] },
      { call: 'acme.query', arguments: 'receiver' },
      { write: 'acme.html' },
    ],
    sanitizers: ['acme.quote'],
  },
];
