import { X509Certificate } from 'node:crypto';

const minRsaBits = 2048;
const maxLength = 16_384;

/**
 * Reads a certificate for signing assertions, as PEM or as the base64 of its DER.
 * @returns the base64 of the DER; undefined unless it has an RSA key of at least 2,048 bits.
 */
export const readSamlCertificate = (text: string): string | undefined => {
  const base64 = text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '');
  if (base64.length > maxLength || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  try {
    const { publicKey, raw } = new X509Certificate(Buffer.from(base64, 'base64'));
    const { modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {};
    const isRsa = publicKey.asymmetricKeyType === 'rsa' && modulusLength >= minRsaBits;
    return isRsa ? raw.toString('base64') : undefined;
  } catch {
    return undefined;
  }
};
