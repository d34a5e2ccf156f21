import { hasKeyMaterial, keyBlock } from '../key-block.ts';
import { patternRule } from '../rule.ts';
import { base64, fake, leak } from '../rule-example.ts';

const made = (type: string, newline: string): string =>
  [
    `-----BEGIN ${type}-----`,
    ...[1, 2, 3].map((seed) => fake(base64, 64, seed)),
    `-----END ${type}-----`,
  ].join(newline);

export const privateKey = patternRule({
  id: 'private-key',
  title: 'Private key',
  severity: 'critical',
  keywords: ['-----begin', '---- begin'],
  anchor: 'keyword',
  pattern: /-{4,5} ?BEGIN (?:(?:[A-Z0-9]{2,10} ){0,3}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1) ?-{4,5}/,
  refine: keyBlock,
  check: hasKeyMaterial,
  positives: () => [
    leak`${made('RSA PRIVATE KEY', '\n')}`,
    leak`key = "${made('EC PRIVATE KEY', '\\n')}"`,
    leak`  tls.key: |\n    ${made('PRIVATE KEY', '\n    ')}`,
    leak`${made('OPENSSH PRIVATE KEY', '\r\n')}`,
    leak`${made('ENCRYPTED PRIVATE KEY', '\n')}`,
    leak`${made('PGP PRIVATE KEY BLOCK', '\n')}`,
    leak`"${made('DSA PRIVATE KEY', '\\n" +\n  "')}"`,
  ],
  negatives: () => [
    made('PUBLIC KEY', '\n'),
    made('CERTIFICATE', '\n'),
    "if (pem.startsWith('-----BEGIN PRIVATE KEY-----')) return parse(pem, '-----END PRIVATE KEY-----');",
    '-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----',
    `-----BEGIN PRIVATE KEY-----\n${'x'.repeat(64)}\n-----END PRIVATE KEY-----`,
  ],
});
