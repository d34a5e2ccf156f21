import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { eraseOrganization } from '#app/offboarding/erase-organization.ts';
import { reapplyErasures } from '#app/operator/reapply-erasures.ts';
import { isKeptRow } from '@scangate/domain/offboarding/rows-to-erase';
import type { Log } from '#ports/log.ts';
import type { DrillAccount } from './drill-account.ts';
import type { DrillBuckets } from './drill-buckets.ts';

const silent = (): void => undefined;
export const quietLog: Log = { debug: silent, info: silent, warn: silent, error: silent, metric: silent };

interface Erasing {
  account: DrillAccount;
  sealStore: DrillBuckets['sealStore'];
  now: Date;
}

/** Erases a closed organization in an account, with the code that the service uses. */
export const eraseIn = async (
  organizationId: string,
  { account, sealStore, now }: Erasing,
): Promise<void> => {
  const { store, erasers } = account;
  const ports = {
    store,
    erasers,
    sealStore,
    blobs: { get: async () => undefined, open: async () => undefined },
    paymentProvider: { deleteCustomer: async () => undefined },
    mailer: { send: async () => undefined },
    log: quietLog,
  };
  await eraseOrganization({ organizationId }, ports, { now, signal: new AbortController().signal });
};

/** The rows of the progress and of the books, which contain only the id of an erased organization. */
const isBook = (sortKey: string): boolean => isKeptRow(sortKey) || sortKey.startsWith('ERASED');

/** Counts the rows of an account that still contain one of the texts, except for the books. */
export const rowsThatName = async (
  texts: readonly string[],
  { documents, tableName }: DrillAccount,
): Promise<number> => {
  let rows = 0;
  for (const table of ['Core', 'Tokens'] as const)
    for await (const { Items = [] } of paginateScan(
      { client: documents },
      { TableName: tableName(table), ConsistentRead: true },
    ))
      rows += Items.filter((item) => {
        const text = JSON.stringify(item);
        return texts.some((id) => text.includes(id)) && !isBook(String(item['sk'] ?? ''));
      }).length;
  return rows;
};

/**
 * Erases again in restored tables what was erased after the backup, according to the signed proofs
 * (docs/runbook/restoring.md).
 * @returns the organizations, and the number of rows that still name one of them.
 */
export const eraseRestored = async (
  restoredTo: string,
  { account, sealStore, now }: Erasing,
): Promise<{ organizations: string[]; left: number }> => {
  const start = (organizationId: string) => eraseIn(organizationId, { account, sealStore, now });
  const ports = { store: account.store, sealStore, erasure: { start } };
  const { organizations } = await reapplyErasures({ restoredTo }, ports, now);
  return { organizations, left: await rowsThatName(organizations, account) };
};
