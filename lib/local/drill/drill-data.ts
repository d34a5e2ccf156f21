import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { adjustCredits } from '#app/operator/adjust-credits.ts';
import { sealPool } from '#app/billing/seal-ledger.ts';
import { firstVerdict, signAttestation } from '#app/evidence/sign-statement.ts';
import { provisionOrganization } from '@scangate/domain/accounts/provision-organization';
import type { TrustedKey } from '@scangate/domain/evidence/check-envelope';
import { derivedId } from '@scangate/engines/model/digest';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { Signer } from '#ports/signer.ts';

const begin = new Date('2026-03-02T12:00:00.000Z');
const hourMs = 3_600_000;
const organizations = 4;
const adjustments = 30;

/** Makes a signer with a key of its own, and the key by which it is verified. */
const ownSigner = (): { signer: Signer; key: TrustedKey } => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const keyId = createHash('sha256').update(spki).digest('base64url');
  const signer: Signer = {
    sign: async (bytes) => ({
      keyId,
      signature: sign('sha256', bytes, { key: privateKey, dsaEncoding: 'der' }),
    }),
  };
  return { signer, key: { keyId, key: publicKey, isRevoked: false } };
};

/** Writes an organization with entries that are sealed, entries that are not, and a signed verdict. */
const writeOrganization = async (store: Store, signer: Signer, number: number): Promise<void> => {
  const organizationId = derivedId('drill', String(number));
  const at = (hours: number) => new Date(begin.getTime() + hours * hourMs);
  await commitOrThrow(
    store,
    provisionOrganization(
      { name: `Drill ${number}`, plan: 'Team' },
      { organizationId, people: [], createdAt: begin.toISOString() },
    ),
  );
  const adjust = (from: number, to: number) => async () => {
    for (let index = from; index < to; index++) {
      const amount = index % 3 === 0 ? 7 : -2;
      const adjustmentId = derivedId('drill', organizationId, String(index));
      const act = { organizationId, adjustmentId, pool: 'core', amount, motif: 'restore drill' } as const;
      await adjustCredits(act, { store }, at(index));
    }
  };
  await adjust(0, adjustments)();
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, metric: () => {} };
  const timer = { sleep: async () => undefined };
  const context = { now: at(adjustments + 2), signal: new AbortController().signal };
  for (const pool of ['core', 'sast'] as const)
    await sealPool({ accountId: organizationId, pool }, { store, timer, log }, context);
  await adjust(adjustments, adjustments + 5)();
  const scanId = derivedId('drill', organizationId, 'scan');
  const statement = JSON.stringify({ _type: 'https://in-toto.io/Statement/v1', subject: [], scanId });
  const item = await signAttestation(
    { organizationId, scanId, judgment: firstVerdict, statement },
    signer,
    at(adjustments),
  );
  await commitOrThrow(store, [{ change: 'insert', record: 'attestation', item }]);
};

/** Writes what a restore has to bring back, by the rules of the service. @returns the key of its signatures. */
export const writeDrillData = async (store: Store): Promise<TrustedKey> => {
  const { signer, key } = ownSigner();
  for (let number = 1; number <= organizations; number++) await writeOrganization(store, signer, number);
  return key;
};
