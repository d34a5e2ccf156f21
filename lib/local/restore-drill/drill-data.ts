import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { adjustCredits } from '#app/operator/adjust-credits.ts';
import { sealPool } from '#app/ledger/seal-ledger.ts';
import { signLedgerSeals } from '#app/ledger/sign-ledger-seals.ts';
import { firstVerdict, signAttestation } from '#app/evidence/sign-statement.ts';
import { provisionOrganization } from '@scangate/domain/accounts/provision-organization';
import { addMember } from '@scangate/domain/identity/members';
import type { TrustedKey } from '@scangate/domain/evidence/check-envelope';
import { hourMs, addMs, dayMs } from '@scangate/domain/instant';
import { derivedId } from '@scangate/engines/model/digest';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { Signer } from '#ports/signer.ts';
import type { LedgerSealStore } from '#ports/evidence/ledger-seal-store.ts';
import { quietLog } from './erase-restored.ts';

const begin = new Date('2026-03-02T12:00:00.000Z');
const organizations = 4;
const adjustments = 8;
/** The number of adjustments of each organization in the backup. */
const adjustmentsBeforeBackup = 11;
/** The first of those that are booked after the restore, and its hour. */
export const adjustmentsSinceRestore = 61;

/** Creates a signer with a key of its own, and the key that verifies its signatures. */
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

/** An instant of the drill, in hours after its first entry. */
export const drillHours = (hours: number): Date => new Date(begin.getTime() + hours * hourMs);

/** Seals the pools of an organization, and has the seals signed. @returns the number of new statements. */
export const sealDrillPools = async (
  organizationId: string,
  { store, sealStore }: { store: Store; sealStore: LedgerSealStore },
  now: Date,
): Promise<number> => {
  const timer = { sleep: async () => undefined };
  const context = { now, signal: new AbortController().signal };
  let signed = 0;
  for (const pool of ['core', 'sast'] as const) {
    const id = { accountId: organizationId, pool };
    await sealPool(id, { store, sealStore, timer, log: quietLog }, context);
    signed += (await signLedgerSeals(id, { store, sealStore, log: quietLog }, context)) ?? Number.NaN;
  }
  return signed;
};

/** Books adjustments by the rules of the service; each has an id and an hour of its own. */
export const adjustDrillCredits = async (
  organizationId: string,
  store: Store,
  { from, to }: { from: number; to: number },
): Promise<void> => {
  for (let index = from; index < to; index++) {
    const amount = index % 3 === 0 ? 7 : -2;
    const adjustmentId = derivedId('drill', organizationId, String(index));
    const act = { organizationId, adjustmentId, pool: 'core', amount, motif: 'restore drill' } as const;
    await adjustCredits(act, { store }, drillHours(index));
  }
};

/** Somebody who is a member of the first organization in the backup, and has the address removed after it. */
export const removedPerson = {
  personId: derivedId('drill', 'removed'),
  email: 'removed.after.the.backup@example.com',
};

const addPerson = async (organizationId: string, store: Store): Promise<void> => {
  const createdAt = begin.toISOString();
  const member = { ...removedPerson, organizationId, role: 'member' as const, joinedAt: createdAt };
  const item = { ...removedPerson, createdAt, identities: [] };
  await commitOrThrow(store, [
    ...addMember({ kind: 'system' }, member),
    { change: 'insert', record: 'person', item },
  ]);
};

/** Writes an organization with entries that are sealed, entries that are not, and a signed verdict. */
const writeOrganization = async (
  organizationId: string,
  signer: Signer,
  { store, sealStore }: { store: Store; sealStore: LedgerSealStore },
): Promise<void> => {
  const owner = { personId: derivedId('drill', organizationId, 'owner'), role: 'owner' as const };
  await commitOrThrow(
    store,
    provisionOrganization(
      { name: `Drill ${organizationId}`, plan: 'Team' },
      {
        organizationId,
        people: [{ ...owner, email: `${owner.personId}@example.com` }],
        createdAt: begin.toISOString(),
      },
    ),
  );
  await adjustDrillCredits(organizationId, store, { from: 0, to: adjustments });
  await sealDrillPools(organizationId, { store, sealStore }, drillHours(adjustments + 2));
  await adjustDrillCredits(organizationId, store, { from: adjustments, to: adjustmentsBeforeBackup });
  const scanId = derivedId('drill', organizationId, 'scan');
  const statement = JSON.stringify({ _type: 'https://in-toto.io/Statement/v1', subject: [], scanId });
  const item = await signAttestation(
    { organizationId, scanId, judgment: firstVerdict, statement },
    signer,
    drillHours(adjustments),
  );
  await commitOrThrow(store, [{ change: 'insert', record: 'attestation', item }]);
};

/** Closes an organization in the days before the backup, so that its erasure is due soon after it. */
const closeOrganization = async (organizationId: string, store: Store): Promise<void> => {
  const since = addMs(begin, -29 * dayMs);
  const closing = { since, eraseAt: addMs(since, 30 * dayMs), stopped: [] };
  await commitOrThrow(store, [
    { change: 'update', record: 'organization', id: { organizationId }, set: { closing } },
  ]);
};

export interface DrillData {
  /** The key that verifies the signed verdicts. */
  key: TrustedKey;
  staying: readonly string[];
  /** An organization that was closed before the backup and is due for erasure after it. */
  leaving: string;
}

/** Writes the data that a restore has to bring back, by the rules of the service. */
export const writeDrillData = async (ports: {
  store: Store;
  sealStore: LedgerSealStore;
}): Promise<DrillData> => {
  const { signer, key } = ownSigner();
  const ids = Array.from({ length: organizations }, (_, index) => derivedId('drill', String(index + 1)));
  await Promise.all(ids.map((organizationId) => writeOrganization(organizationId, signer, ports)));
  const leaving = ids.at(-1) ?? '';
  await addPerson(ids[0] ?? '', ports.store);
  await closeOrganization(leaving, ports.store);
  return { key, staying: ids.slice(0, -1), leaving };
};
