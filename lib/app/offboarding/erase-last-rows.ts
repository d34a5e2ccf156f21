import { storedJson } from '#app/stored-json.ts';
import {
  erasureProofName,
  erasureStatement,
  erasureText,
  type ErasureProof,
} from '@scangate/domain/offboarding/erasure-proof';
import {
  completeErasure,
  countDeleted,
  releaseFromParent,
} from '@scangate/domain/offboarding/erasure-progress';
import { deletedRow, kindOfRow } from '@scangate/domain/offboarding/rows-to-erase';
import { renderErasureProof } from '@scangate/domain/mail/erasure-proof-mail';
import type { Erased } from '@scangate/domain/records';
import type { ErasableRow } from '#ports/offboarding/eraser.ts';
import { errorFields } from '#ports/log.ts';
import { commitOrThrow } from '#ports/store.ts';
import type { ErasureStep } from './erase-organization.ts';

/** An existing proof is kept: an interrupted run made it. */
const keepProof = async (erased: Erased, { ports, now }: ErasureStep): Promise<ErasureProof> => {
  const { sealStore } = ports;
  const name = erasureProofName(erased.organizationId);
  const kept = await sealStore.read(name);
  if (kept) return storedJson<ErasureProof>(kept);
  const statement = erasureStatement(erased, now.toISOString());
  const signature = await sealStore.sign(Buffer.from(erasureText(statement)));
  const proof: ErasureProof = { statement, signature };
  await sealStore.keep(name, Buffer.from(JSON.stringify(proof)));
  return proof;
};

/** A mail that cannot be delivered does not block an erasure: the proof is stored. */
const mailProof = async (
  rows: readonly ErasableRow[],
  proof: ErasureProof,
  step: ErasureStep,
): Promise<void> => {
  const { mailer, log } = step.ports;
  const addresses = rows
    .filter(({ key }) => kindOfRow(key.sk ?? '') === 'MEMBER')
    .map(({ fields }) => String(fields['email']));
  for (const to of addresses) {
    try {
      await mailer.send(to, renderErasureProof(proof));
    } catch (error) {
      log.warn('a proof of erasure could not be mailed', errorFields(error));
    }
  }
};

const release = async ({ erased, ports }: ErasureStep): Promise<Erased> => {
  const isClient = erased.billingAccountId !== erased.organizationId;
  if (!isClient || erased.parentReleased || erased.repeated) return erased;
  const released = releaseFromParent(erased);
  await commitOrThrow(ports.store, released.changes);
  return released.erased;
};

/**
 * Deletes the last rows. Before that, the proof that counts them is signed, stored and mailed to the owners:
 * afterwards nobody knows their addresses.
 */
export const eraseLastRows = async (rows: readonly ErasableRow[], step: ErasureStep): Promise<Erased> => {
  const erased = await release(step);
  const counted = countDeleted(erased, rows.map(deletedRow));
  const proof = await keepProof(counted.erased, step);
  if (!erased.repeated) await mailProof(rows, proof, step);
  const { counts, keysDigest } = counted.erased;
  const { erasedAt } = proof.statement;
  const completed = completeErasure(erased, { counts, keysDigest, erasedAt });
  await step.eraser.erase(rows, completed.change);
  return completed.erased;
};
