import { createHmac } from 'node:crypto';
import { sha256 } from '@scangate/engines/model/digest';
import { generateToken, isWellFormedToken } from '../tokens.ts';

/** Consonants that look and sound different, so that no code spells a word (RFC 8628, section 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const codeLength = 8;
/** 12 × 20 - 1: up to here, each letter corresponds to equally many bytes. */
const largestUnbiasedByte = 239;

/** Makes the secret of a command line. @param random at least 60 bytes. */
export const newDeviceCode = (random: Uint8Array): string => generateToken('device', random);

/** Whether a text has the form and checksum of a device code. */
export const isDeviceCode = (text: string): boolean => text.startsWith('sgv_') && isWellFormedToken(text);

/**
 * Makes a code of eight letters, which a person types.
 * @param random at least 32 bytes.
 * @throws Error when too few of the bytes can be used.
 */
export const newUserCode = (random: Uint8Array): string => {
  const usable = [...random].filter((byte) => byte <= largestUnbiasedByte).slice(0, codeLength);
  if (usable.length < codeLength) throw new Error('not enough randomness for a user code');
  return usable.map((byte) => letters[byte % letters.length]).join('');
};

/** A code as it is shown: `BCDF-GHJK`. */
export const shownUserCode = (userCode: string): string => `${userCode.slice(0, 4)}-${userCode.slice(4)}`;

/** The form in which a typed code is stored: people leave the hyphen out, and type small letters. */
export const userCodeHash = (typed: string): string => sha256(typed.replace(/[-\s]/g, '').toUpperCase());

/**
 * Derives the randomness of the token for which a device code is traded. The code is only stored as a hash: a client
 * that lost the response gets the same token again, and nobody else can make it.
 */
export const randomnessOfToken = (deviceCode: string): Uint8Array =>
  createHmac('sha512', deviceCode).update('the personal token').digest();
