import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import type { LedgerSealStore } from '#ports/evidence/ledger-seal-store.ts';

/** A store of signed seals in memory with a key of its own. */
export const memorySealStore = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const publicKey = createPublicKey(privateKey);
  const kept = new Map<string, Uint8Array>();
  const sealStore: LedgerSealStore = {
    sign: async (bytes) => sign('sha256', bytes, privateKey).toString('base64'),
    verify: async (bytes, signature) => verify('sha256', bytes, publicKey, Buffer.from(signature, 'base64')),
    keep: async (name, bytes) => void (kept.has(name) || kept.set(name, bytes)),
    read: async (name) => kept.get(name),
    names: async function* (prefix) {
      yield* [...kept.keys()].filter((name) => name.startsWith(prefix));
    },
  };
  return { sealStore, kept, publicKey };
};

/** A store of signed seals for ledgers of which nothing was signed yet. */
export const { sealStore: nothingSigned } = memorySealStore();
