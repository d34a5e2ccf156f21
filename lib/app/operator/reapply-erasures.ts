import { storedJson } from '#app/stored-json.ts';
import { erasureProofs, type ErasureProof } from '@scangate/domain/offboarding/erasure-proof';
import { repeatErasure } from '@scangate/domain/offboarding/erasure-progress';
import type { ErasureStarter } from '#ports/offboarding/offboarding-workflows.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { LedgerSealStore } from '#ports/evidence/ledger-seal-store.ts';

interface ReapplyErasuresPorts {
  store: Pick<Store<'erased'>, 'get' | 'commit'>;
  erasure: ErasureStarter;
  sealStore: LedgerSealStore;
}

/**
 * Erases every organization again that was erased after the instant to which the tables were restored. The proofs,
 * which outlive the tables, tell which ones. An erasure that was already begun again is only started.
 * @returns the organizations.
 */
export const reapplyErasures = async (
  { restoredTo }: { restoredTo: string },
  { store, erasure, sealStore }: ReapplyErasuresPorts,
  now: Date,
): Promise<{ organizations: string[] }> => {
  const organizations: string[] = [];
  for await (const name of sealStore.names(erasureProofs)) {
    const kept = await sealStore.read(name);
    if (!kept) continue;
    const { statement } = storedJson<ErasureProof>(kept);
    if (statement.erasedAt < restoredTo) continue;
    const { organizationId } = statement;
    const known = await store.get('erased', { organizationId }, { consistent: true });
    const isUnderWay = known !== undefined && known.erasedAt === undefined;
    if (!isUnderWay) await commitOrThrow(store, [repeatErasure(statement, known, now)]);
    await erasure.start(organizationId, `again ${now.toISOString()}`);
    organizations.push(organizationId);
  }
  return { organizations };
};
