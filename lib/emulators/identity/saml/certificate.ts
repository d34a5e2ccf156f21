import { sign } from 'node:crypto';
import type { SigningKey } from '../signing-key.ts';

/** Tags of the ASN.1 types that a certificate has (X.690). */
const tags = {
  integer: 2,
  bitString: 3,
  null: 5,
  oid: 6,
  utf8: 12,
  time: 24,
  sequence: 48,
  set: 49,
  version: 160,
};

const lengthBytes = (length: number): number[] => {
  if (length < 128) return [length];
  const digits = length.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return [128 + bytes.length, ...bytes];
};

const encoded = (tag: keyof typeof tags, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tags[tag], ...lengthBytes(content.length)]), content]);
};

/** sha256WithRSAEncryption, 1.2.840.113549.1.1.11 */
const algorithm = encoded(
  'sequence',
  encoded('oid', Buffer.from('2a864886f70d01010b', 'hex')),
  encoded('null'),
);

/** A name with one part, the common name (2.5.4.3). */
const commonName = (name: string): Buffer =>
  encoded(
    'sequence',
    encoded(
      'set',
      encoded('sequence', encoded('oid', Buffer.from('550403', 'hex')), encoded('utf8', Buffer.from(name))),
    ),
  );

const time = (iso: string): Buffer => encoded('time', Buffer.from(iso));

/**
 * Makes the certificate in which an identity provider publishes its key. It is signed by the key itself, and does not
 * depend on the clock, so that the same key has the same certificate.
 * @returns PEM.
 */
export const selfSignedCertificate = ({ keyId, privateKey, publicKey }: SigningKey, name: string): string => {
  const serial = Buffer.concat([Buffer.from([1]), Buffer.from(keyId)]);
  const body = encoded(
    'sequence',
    encoded('version', encoded('integer', Buffer.from([2]))),
    encoded('integer', serial),
    algorithm,
    commonName(name),
    encoded('sequence', time('20200101000000Z'), time('20991231235959Z')),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  const base64 = encoded('sequence', body, algorithm, encoded('bitString', signature)).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;
};
