import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

interface Hash {
  update(content: string | Uint8Array): Hash;
  digest(encoding: 'hex'): string;
}

const utf8 = new TextEncoder();

/**
 * Stands for `createHash` of Node in the browser, so that the rule of the command line runs unchanged. The build puts
 * this module in the place of `node:crypto`.
 */
export const createHash = (algorithm: 'sha256'): Hash => {
  if (algorithm !== 'sha256') throw new TypeError(`There is no ${String(algorithm)} here.`);
  const state = sha256.create();
  const hash: Hash = {
    update(content) {
      state.update(typeof content === 'string' ? utf8.encode(content) : content);
      return hash;
    },
    digest: () => bytesToHex(state.digest()),
  };
  return hash;
};
