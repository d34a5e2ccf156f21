import { createHash, createPrivateKey, createPublicKey, type JsonWebKey } from 'node:crypto';
import { selfSignedCertificate } from '@scangate/emulator-identity/saml/certificate';
import type { SamlKey } from '#test/support/saml/identity-provider.ts';

/** The distance of the next prime from the number that a name gives. */
const distances = { p: 376n, q: 280n, r: 240n } as const;

/** A prime of 1,024 bits, the same in each run. */
const primeOf = (name: keyof typeof distances): bigint => {
  const hash = (part: number): string => createHash('sha512').update(`${name} ${part}`).digest('hex');
  return (BigInt(`0x${hash(1)}${hash(2)}`) | (3n << 1022n) | 1n) + distances[name];
};

/** The inverse of a number by a modulus (extended Euclid). */
const inverse = (value: bigint, modulus: bigint): bigint => {
  let [rest, next] = [modulus, value % modulus];
  let [factor, nextFactor] = [0n, 1n];
  while (next !== 0n) {
    const quotient = rest / next;
    [rest, next] = [next, rest - quotient * next];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return ((factor % modulus) + modulus) % modulus;
};

const base64url = (value: bigint): string => {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
};

const exponent = 65_537n;

/** Makes the RSA key of two primes, with its certificate: the same in each run, unlike one that is generated. */
export const samlKeyOf = (first: keyof typeof distances, second: keyof typeof distances): SamlKey => {
  const [p, q] = [primeOf(first), primeOf(second)];
  const d = inverse(exponent, (p - 1n) * (q - 1n));
  const parts = { n: p * q, e: exponent, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
  const jwk = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, base64url(part)]));
  const privateKey = createPrivateKey({ format: 'jwk', key: { kty: 'RSA', ...jwk } as JsonWebKey });
  const publicKey = createPublicKey(privateKey);
  const pem = selfSignedCertificate({ keyId: `${first}${second}`, privateKey, publicKey }, 'idp');
  return { privateKey, certificate: pem.replaceAll(/-----.*-----|\n/g, '') };
};
