import type { CustomCodeRule, CustomSecretRule } from '@scangate/engines/model/gate/custom-rules';

/** A rule for secrets that finds `acmeSecret`. */
export const acmeToken: CustomSecretRule = {
  kind: 'secret',
  id: 'acme-token',
  title: 'Token of Acme',
  severity: 'critical',
  keywords: ['acme_'],
  expression: 'acme_[a-z0-9]{16}',
  examples: { positive: ['token = acme_q7zp2lxw9dkt4rvb'], negative: ['acme_short'] },
};

/** Assembled at run time, so that no token is in the source. */
export const acmeSecret = ['acme', 'h3k8m5n2v9b4c7x1'].join('_');

/** A rule for code that finds `acme.connect("a", verify=False)`. */
export const noVerification: CustomCodeRule = {
  kind: 'code',
  id: 'no-verification',
  title: 'Client without verification',
  severity: 'critical',
  language: 'python',
  message: 'The client accepts any certificate.',
  pattern: 'acme.connect($HOST, verify=False, ...)',
  examples: {
    positive: ['import acme\nacme.connect("a", verify=False)\n'],
    negative: ['import acme\nacme.connect("a", verify=True)\n'],
  },
};

/** A rule for code that follows what `acme.read` returns to `acme.run`. */
export const acmeFlow: CustomCodeRule = {
  kind: 'code',
  id: 'acme-flow',
  title: 'Untrusted text is run',
  severity: 'high',
  language: 'python',
  message: 'What acme reads is run.',
  sources: [{ call: 'acme.read' }],
  sinks: [{ call: 'acme.run', arguments: [0] }],
  sanitizers: ['acme.quote'],
  examples: {
    positive: ['import acme\nx = acme.read()\nacme.run("a" + x)\n'],
    negative: ['import acme\nacme.run(acme.quote(acme.read()))\n', 'import acme\nacme.run("a")\n'],
  },
};
