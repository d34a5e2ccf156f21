import { generateKeyPairSync, sign } from 'node:crypto';

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 0x80 ? [size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value, 'latin1'));

const commonName = hex('0603550403');
const subjectAltName = hex('0603551d11');
const ecdsaWithSha256 = sequence(hex('06082a8648ce3d040302'));

/**
 * Creates a self-signed certificate for each test.
 * @param address the IPv4 address it is for. @param until the end of its validity, as `YYMMDD`.
 */
export const selfSigned = (address: string, until = '490101'): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(der(0x31, sequence(commonName, text(0x0c, 'test'))));
  const alternatives = sequence(der(0x87, Buffer.from(address.split('.').map(Number))));
  const toBeSigned = sequence(
    der(0xa0, hex('020102')),
    hex('020101'),
    ecdsaWithSha256,
    name,
    sequence(text(0x17, '240101000000Z'), text(0x17, `${until}000000Z`)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(subjectAltName, der(0x04, alternatives)))),
  );
  const signature = der(0x03, hex('00'), sign('sha256', toBeSigned, privateKey));
  const certificate = sequence(toBeSigned, ecdsaWithSha256, signature);
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
};
