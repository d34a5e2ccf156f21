import type { Rule } from '@scangate/engines/sast/rule';
import { lastName } from './conditions.ts';
import type { Value } from '@scangate/engines/sast/taint/value';

const isOldName = (name: string): boolean =>
  /^(?:PROTOCOL_(?:SSLv2|SSLv3|TLSv1|TLSv1_1)|(?:SSLv2|SSLv3|TLSv1|TLSv1_1)_METHOD|SSLv3|TLSv1|TLSv1_1)$/.test(
    name,
  );
const isOld = (value: Value | undefined): boolean => isOldName(lastName(value));

export const pyWeakTls: Rule = {
  id: 'py-weak-tls',
  cwe: 'CWE-327',
  severity: 'medium',
  title: 'Outdated TLS version',
  message: 'SSL and TLS before 1.2 are broken.',
  help: 'Use ssl.create_default_context(), and nothing below TLSVersion.TLSv1_2.',
  entries: [{ key: ['ssl_version', 'method', 'protocol', 'minimum_version', 'tls_version'], when: isOld }],
  calls: [
    // Newer Pythons removed it; it accepts any version and any certificate.
    { call: ['ssl.wrap_socket'], when: ({ named }) => !named.has('ssl_version') },
    { call: ['ssl.SSLContext', '*.SSL.Context', 'SSL.Context'], when: ({ args }) => isOld(args[0]) },
  ],
  functions: ({ parameters }) =>
    parameters.some(({ default: preset }) => preset?.kind === 'member' && isOldName(preset.name)),
  words: [
    'wrap_socket',
    'PROTOCOL_SSLv2',
    'PROTOCOL_SSLv3',
    'PROTOCOL_TLSv1',
    'PROTOCOL_TLSv1_1',
    'SSLv2_METHOD',
    'SSLv3_METHOD',
    'TLSv1_METHOD',
    'TLSv1_1_METHOD',
    'SSLv3',
    'TLSv1',
    'TLSv1_1',
  ],
  writes: [{ write: ['*.minimum_version', '*.ssl_version'], when: isOld }],
  positives: [
    'import ssl\ndef connect(host, version=ssl.PROTOCOL_SSLv3):  # HERE\n    pass\n',
    'import ssl\nssl.wrap_socket(sock)  # HERE\n',
    'import ssl\nssl.SSLContext(ssl.PROTOCOL_TLSv1)  # HERE\n',
    'import ssl\nssl.wrap_socket(sock, ssl_version=ssl.PROTOCOL_SSLv3)  # HERE\n',
    'import ssl\nctx = ssl.create_default_context()\nctx.minimum_version = ssl.TLSVersion.TLSv1_1  # HERE\n',
  ],
  negatives: [
    'import ssl\ndef connect(host, version=ssl.PROTOCOL_TLS_CLIENT):\n    pass\n',
    'import ssl\nssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)\n',
    'import ssl\nctx = ssl.create_default_context()\nctx.minimum_version = ssl.TLSVersion.TLSv1_2\n',
  ],
};
