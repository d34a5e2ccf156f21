import { randomUUID } from 'node:crypto';
import { paginateScan, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ledgerInOrder } from '#app/ledger/ledger-in-order.ts';
import { fromItem, type Item } from '#adapters/dynamodb/items.ts';
import { recordOfRow } from '#adapters/dynamodb/offboarding/record-of-row.ts';
import { dynamoStore } from '#adapters/dynamodb/store.ts';
import type { RecordKeys } from '@scangate/domain/record-changes';
import { verifyEnvelope, type TrustedKey } from '@scangate/domain/evidence/check-envelope';
import { envelopeOf, statementPayloadType } from '@scangate/domain/evidence/dsse';
import { sealedThrough, sealEntries } from '@scangate/domain/ledger/seal-ledger';
import { sortKeyOf } from '@scangate/domain/ledger/ledger-view';
import type { Attestation, LedgerEntry, LedgerSeal } from '@scangate/domain/records';
import { listAll, type StoreReader } from '#ports/store.ts';
import { auditLedger } from '../control/ledger-audit.ts';
import type { KeptStatements } from '#app/ledger/kept-statements.ts';
import { lostSeals, sealFaults } from './check-restored-seals.ts';

/** The names of restored tables. */
export interface RestoredTables {
  core: string;
  ledger: string;
}

export interface RestoredState {
  pools: number;
  seals: number;
  attestations: number;
  /** One sentence per pool whose tables lack signed seals: `continue-ledgers` continues it (docs/runbook/restoring.md). */
  lost: string[];
  /** One sentence per violation; empty when the tables may be used. */
  violations: string[];
}

async function* rowsOf(client: DynamoDBDocumentClient, TableName: string): AsyncGenerator<Item> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
    yield* Items as Item[];
}

/** Returns a sentence about what is wrong with the signature of an attestation. */
const attestationFault = (attestation: Attestation, keys: readonly TrustedKey[]): string | undefined => {
  const { keyId, statement, signature } = attestation;
  const signed = {
    payloadType: statementPayloadType,
    payload: Buffer.from(statement),
    keyId,
    signature: Buffer.from(signature, 'base64'),
  };
  const verified = verifyEnvelope(envelopeOf(signed), keys);
  return 'fault' in verified
    ? `the verdict of scan ${attestation.scanId} (${attestation.judgment}): ${verified.fault}`
    : undefined;
};

/**
 * Recomputes each seal of a pool from its entries, and compares it with the signed statement about it: a ledger that
 * was rewritten together with its chain is consistent only with itself. @returns the number of seals, their
 * violations, and whether signed ones are lost.
 */
const checkSeals = async (
  id: RecordKeys['pool'],
  { store, statements }: { store: Pick<StoreReader, 'list'>; statements: KeptStatements | undefined },
): Promise<{ seals: number; violations: string[]; lost: string | undefined }> => {
  const violations: string[] = [];
  let [last, seals]: [LedgerSeal | undefined, number] = [undefined, 0];
  for await (const seal of listAll(store, { list: 'seals', owner: id, consistent: true })) {
    const entries: LedgerEntry[] = [];
    for await (const entry of ledgerInOrder(store, id, { after: last, through: seal.throughAt }))
      if (sortKeyOf(entry) <= sealedThrough(seal)) entries.push(entry);
    const { isUnproven: _unproven, ...sealed } = seal;
    const { number, sealedAt } = sealed;
    const again = entries.length > 0 ? sealEntries(id, { last, entries, number }, sealedAt) : undefined;
    if (JSON.stringify(again) !== JSON.stringify(sealed))
      violations.push(`seal ${seal.number} of ${id.pool} of ${id.accountId} is not that of its entries`);
    violations.push(...(await sealFaults(last, seal, { store, statements })));
    [last, seals] = [seal, seals + 1];
  }
  return { seals, violations, lost: statements && (await lostSeals(id, last, { store, statements })) };
};

export interface Trusted {
  /** The keys of signed verdicts. */
  keys: readonly TrustedKey[];
  /** The signed statements about seals; without them, seals are compared with their entries only. */
  statements?: KeptStatements | undefined;
}

/**
 * Checks restored tables before anything uses them: every pool against its ledger, every seal against its entries
 * and the signed statements, and every signed verdict against the keys. It writes nothing.
 */
export const checkRestored = async (
  client: DynamoDBDocumentClient,
  tables: RestoredTables,
  { keys, statements }: Trusted,
): Promise<RestoredState> => {
  const store = dynamoStore({
    client,
    tableName: (table) => (table === 'Ledger' ? tables.ledger : tables.core),
    random: () => 0,
    uuid: randomUUID,
    sleep: async () => undefined,
  });
  const audit = await auditLedger(client, tables);
  const state: RestoredState = {
    pools: audit.pools.length,
    seals: 0,
    attestations: 0,
    lost: [],
    violations: [...audit.violations],
  };
  for await (const row of rowsOf(client, tables.core)) {
    const record = recordOfRow('Core', row as { pk: string; sk?: string });
    if (record === 'attestation') {
      state.attestations += 1;
      const fault = attestationFault(fromItem('attestation', row), keys);
      if (fault !== undefined) state.violations.push(fault);
    }
    if (record === 'pool') {
      const { accountId, pool } = fromItem('pool', row);
      const { seals, violations, lost } = await checkSeals({ accountId, pool }, { store, statements });
      state.seals += seals;
      if (lost !== undefined) state.lost.push(lost);
      state.violations.push(...violations);
    }
  }
  return state;
};
