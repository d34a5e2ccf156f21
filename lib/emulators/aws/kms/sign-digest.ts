import { createECDH, type KeyObject } from 'node:crypto';

/** The order of the group of P-256 (FIPS 186-5). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const sizeBytes = 32;

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);

const modulo = (value: bigint): bigint => ((value % order) + order) % order;

/** The inverse by the extended algorithm of Euclid. */
const inverse = (value: bigint): bigint => {
  let [remainder, next] = [order, modulo(value)];
  let [factor, nextFactor] = [0n, 1n];
  while (next > 0n) {
    const quotient = remainder / next;
    [remainder, next] = [next, remainder - quotient * next];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return modulo(factor);
};

/** An integer in DER: without leading zeros, but with one where the first bit would make it negative. */
const derInteger = (value: bigint): Buffer => {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  const body = (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
  return Buffer.concat([Buffer.from([0x02, body.length]), body]);
};

/**
 * Signs a SHA-256 digest with ECDSA. Node signs only what it hashes itself, so that the group operation is that of its
 * Diffie-Hellman, and the rest is arithmetic. It is not in constant time, which a local cloud does not need.
 * @returns the signature in DER.
 */
export const signDigest = (digest: Uint8Array, key: KeyObject): Buffer => {
  const secret = numberOf(Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url'));
  for (;;) {
    const once = createECDH('prime256v1');
    const point = once.generateKeys();
    const r = modulo(numberOf(point.subarray(1, 1 + sizeBytes)));
    const s = modulo(inverse(numberOf(once.getPrivateKey())) * (numberOf(digest) + r * secret));
    if (r === 0n || s === 0n) continue;
    const body = Buffer.concat([derInteger(r), derInteger(s)]);
    return Buffer.concat([Buffer.from([0x30, body.length]), body]);
  }
};
