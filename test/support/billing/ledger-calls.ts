import { beforeEach, expect, vi } from 'vitest';
import type { LedgerEntry } from '@scangate/domain/records';
import { type PoolName } from '@scangate/domain/credits/credit-pool';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { later, newOrganization, write } from '#test/support/world.ts';

/** The terms of an account with an empty ledger. */
export const empty = { plan: 'Regulated' as const, credits: { core: 0, sast: 0 } };

export let organization: Awaited<ReturnType<typeof newOrganization>>;
/** Opens another account for the calls below. */
export const openAccount = async (): Promise<void> => {
  organization = await newOrganization(world.store, empty);
};

/** Opens an account with an empty ledger before each test of the calling file. */
export const useLedgerCalls = (): void => {
  beforeEach(async () => {
    vi.restoreAllMocks();
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    resetWorld();
    await openAccount();
  });
};

export const list = (query: Record<string, string> = {}, more: CallOptions = {}) =>
  call('list-ledger', { caller: organization.as('owner'), query, ...more });
export const csv = (query: Record<string, string> = {}, more: CallOptions = {}) =>
  call('export-ledger', { caller: organization.as('owner'), query, ...more });
export const causes = ({ body }: { body: Record<string, unknown> }) =>
  (body['items'] as LedgerEntry[]).map(({ cause }) => cause);

/** In seconds before noon, so that an export until now has the entry. */
export const before = (seconds: number) => later(-seconds).toISOString();

export const book = async (
  pool: PoolName,
  seconds: number,
  cause: string,
  more: Partial<LedgerEntry> = {},
) => {
  const accountId = organization.organizationId;
  const amount = more.amount ?? 1;
  await write(world.store, [
    {
      change: 'insert',
      record: 'ledgerEntry',
      item: { accountId, pool, cause, at: before(seconds), kind: 'adjust', amount, ...more },
    },
    {
      change: 'update',
      record: 'pool',
      id: { accountId, pool },
      add: { available: amount, purchased: amount },
    },
  ]);
};

export const walk = async (query: Record<string, string>): Promise<string[]> => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const answer = await list({ ...query, ...(cursor !== undefined && { cursor }) });
    expect(causes(answer).length).toBeLessThanOrEqual(Number(query['limit']));
    seen.push(...causes(answer));
    cursor = answer.body['nextCursor'] as string | undefined;
  } while (cursor !== undefined);
  return seen;
};
