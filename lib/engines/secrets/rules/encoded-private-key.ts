import { hasKeyMaterial } from '../key-block.ts';
import { patternRule } from '../rule.ts';
import { base64, fake, leak } from '../rule-example.ts';

const maxLength = 16_384;

const wholeText = ({ text }: { text: string }, start: number): { start: number; end: number } => {
  const length = /[^A-Za-z0-9+/=_-]/.exec(text.slice(start, start + maxLength))?.index ?? maxLength;
  return { start, end: Math.min(start + length, text.length) };
};

const encode = (type: string, body: string): string =>
  Buffer.from(`-----BEGIN ${type}-----\n${body}\n-----END ${type}-----\n`).toString('base64');

export const encodedPrivateKey = patternRule({
  id: 'encoded-private-key',
  title: 'Private key in base64',
  severity: 'critical',
  // This is the base64 of five dashes and BEGIN.
  keywords: ['ls0tls1crudjti'],
  anchor: 'keyword',
  boundary: 'word',
  pattern: /LS0tLS1CRUdJTi[A-Za-z0-9+/]{20,40}/,
  refine: wholeText,
  check: (secret) => {
    const decoded = Buffer.from(secret, 'base64').toString('latin1');
    return /^-----BEGIN [A-Z ]{0,30}PRIVATE KEY/.test(decoded) && hasKeyMaterial(decoded);
  },
  positives: () => [
    leak`tls.key: ${encode('RSA PRIVATE KEY', `${fake(base64, 64)}\n${fake(base64, 64, 2)}`)}`,
  ],
  negatives: () => [
    `tls.crt: ${encode('CERTIFICATE', fake(base64, 64))}`,
    `tls.key: ${encode('PRIVATE KEY', '...')}`,
  ],
});
