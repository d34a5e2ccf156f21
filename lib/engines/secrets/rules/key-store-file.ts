import { isKeyStore } from '../credential-files.ts';
import { patternRule } from '../rule.ts';
import { leak } from '../rule-example.ts';

const bytesOf = (text: string): number[] => Array.from(text, (char) => char.charCodeAt(0));

const beginsWith = (bytes: readonly number[], from: number, ...expected: number[]): boolean =>
  expected.every((byte, index) => bytes[from + index] === byte);

/** Matches a DER sequence with its length, version 3, and another sequence. */
const isPkcs12 = (bytes: readonly number[]): boolean => {
  const length = bytes[1] ?? 0;
  const more = length > 0x80 && length <= 0x84 ? length - 0x80 : 0;
  return bytes[0] === 0x30 && beginsWith(bytes, 2 + more, 2, 1, 3, 0x30);
};

/** Matches a Java key store whose first entry is a private key; a certificate has another tag. */
const isJavaStore = (bytes: readonly number[]): boolean =>
  beginsWith(bytes, 0, 0xfe, 0xed, 0xfe, 0xed) && beginsWith(bytes, 12, 0, 0, 0, 1);

const isKeePass = (bytes: readonly number[]): boolean => beginsWith(bytes, 0, 3, 0xd9, 0xa2, 0x9a);

export const keyStoreFile = patternRule({
  id: 'key-store-file',
  title: 'Store of private keys or passwords',
  keywords: [],
  anchor: 'keyword',
  files: isKeyStore,
  samplePath: 'config/signing.p12',
  pattern: /[^]{8,16}/,
  check: (head, { start }) => {
    const bytes = bytesOf(head);
    return start === 0 && (isPkcs12(bytes) || isJavaStore(bytes) || isKeePass(bytes));
  },
  positives: () => [leak`${String.fromCharCode(0x30, 0x41, 2, 1, 3, 0x30, 2, 1)}`],
  negatives: () => ['0A is not a store of keys', `x${String.fromCharCode(0x30, 0x41, 2, 1, 3, 0x30, 2, 1)}`],
});
