import { MemoryStore } from '#adapters/memory/store.ts';
import { fromItem } from '#adapters/dynamodb/items.ts';
import { recordOfRow } from '#adapters/dynamodb/offboarding/record-of-row.ts';
import type { Change, RecordName } from '@scangate/domain/record-changes';
import type { LedgerEntry } from '@scangate/domain/records';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { creditPacks } from '@scangate/domain/credits/credit-packs';
import { licenseViolations, poolViolations } from '#test/models/pool-invariants.ts';
import { ledgerPartitions } from '#ports/tables.ts';
import { formsOf } from '../releases/forms.ts';
import type { World } from '../start/world.ts';
import type { Report } from './violation.ts';

/** The record that a row is. */
export const recordOf = (table: string, { pk, sk }: { pk: string; sk?: string }): RecordName | undefined => {
  if (table.includes('Ledger'))
    return pk.startsWith(ledgerPartitions.ledgerSeal) ? 'ledgerSeal' : 'ledgerEntry';
  if (pk.startsWith('COMPONENT#')) return 'indexedComponent';
  if (table.includes('Core')) return recordOfRow('Core', { pk, ...(sk !== undefined && { sk }) });
  return pk.includes('#') ? recordOfRow('Tokens', { pk }) : 'token';
};

/** Reads everything that is stored, whichever release wrote it, into the store of the models, whose invariants so hold. */
export const storeOf = async ({ cloud: { database } }: World): Promise<MemoryStore> => {
  const store = new MemoryStore();
  for (const table of database.tables.values())
    for (const item of table.items()) {
      const key = item as { pk: string; sk?: string };
      const record = recordOf(table.name, key);
      if (!record) throw new Error(`no record is like ${key.pk} ${key.sk}`);
      await store.commit([
        { change: 'insert', record, item: fromItem(record, item, formsOf.knowing) } as Change,
      ]);
    }
  return store;
};

interface PaidPack {
  cause: string;
  metadata: Readonly<Record<string, string>> | null | undefined;
}

/** Tells where the grant of a pack is not what was paid. */
const differenceOfPack = (
  { cause, accountId, pool, amount }: LedgerEntry,
  { cause: paid, metadata }: PaidPack,
): string[] => {
  if (cause !== paid) return [];
  const name = metadata?.['pack'] ?? '';
  const sold = Object.entries(creditPacks).find(([pack]) => pack === name)?.[1];
  const isSold = sold?.pool === pool && sold.credits === amount && metadata?.['accountId'] === accountId;
  return isSold ? [] : [`${cause} granted ${amount} of ${pool} to ${accountId} for ${name}`];
};

/** The packs that a pool may have by auto-recharge in a credit period, as everybody in the world sets it. */
const mostRecharges = 3;
/** A recharge that began before a period may be invoiced after its beginning. */
const crossingMs = 3_600_000;

/** Auto-recharge stops at the limit that the account has set. */
const rechargesBeyondLimit = (
  entries: readonly LedgerEntry[],
  paid: readonly { metadata: PaidPack['metadata']; created: number }[],
): string[] => {
  const begun = Map.groupBy(
    entries.filter(({ cause }) => cause.startsWith('refill#')),
    ({ accountId, pool }) => `${accountId} ${pool}`,
  );
  const counted = Map.groupBy(paid, ({ metadata, created }) => {
    const pool = (metadata?.['pack'] ?? '').split('-')[0];
    const name = `${metadata?.['accountId']} ${pool}`;
    const at = created * 1_000;
    const starts = (begun.get(name) ?? []).map(({ cause }) => Date.parse(cause.slice('refill#'.length)));
    const start = Math.max(0, ...starts.filter((one) => one <= at));
    return at - start < crossingMs ? 'crossing' : `${name} since ${new Date(start).toISOString()}`;
  });
  return [...counted]
    .filter(([name, all]) => name !== 'crossing' && all.length > mostRecharges)
    .map(([name, all]) => `${name} was recharged ${all.length} times`);
};

/** Each paid pack has one grant, of its credits, and each grant of bought credits one payment. */
const paymentViolations = ({ stripe }: World, store: MemoryStore): string[] => {
  const entries = store.all('ledgerEntry');
  const causes = entries.map(({ cause }) => cause);
  const granted = new Set(causes);
  const paidPacks = stripe
    .objects('checkout.session')
    .filter(
      ({ metadata, status, payment_status: paid }) =>
        metadata?.['pack'] && status === 'complete' && paid !== 'unpaid',
    )
    .map(({ id, metadata }) => ({ cause: `pack#${id}`, metadata }));
  const rechargeInvoices = (status: string) =>
    stripe
      .objects('invoice')
      .filter((invoice) => invoice.metadata?.['kind'] === 'recharge' && invoice.status === status);
  const paidRecharges = rechargeInvoices('paid').map(({ metadata }) => ({
    cause: `recharge#${metadata?.['attempt']}`,
    metadata,
  }));
  const recharges = paidRecharges.map(({ cause }) => cause);
  const packs = [...paidPacks, ...paidRecharges];
  const paid = new Set([
    ...packs.map(({ cause }) => cause),
    ...stripe.objects('invoice').flatMap(({ id, status }) => (status === 'paid' ? [`seats#${id}`] : [])),
  ]);
  return [
    // A try that is repeated goes on with the invoice of the one before, and a declined one is voided.
    ...[...rechargeInvoices('draft'), ...rechargeInvoices('open')].map(
      ({ id, status }) => `the recharge of ${id} was left ${status}`,
    ),
    ...packs
      .filter(({ cause }) => !granted.has(cause))
      .map(({ cause }) => `${cause} was paid and not granted`),
    ...entries.flatMap((entry) => packs.flatMap((pack) => differenceOfPack(entry, pack))),
    ...rechargesBeyondLimit(entries, rechargeInvoices('paid')),
    ...recharges
      .filter((cause, index) => recharges.indexOf(cause) !== index)
      .map((cause) => `${cause} was paid twice`),
    ...causes
      .filter((cause) => /^(?:pack|seats|recharge)#/.test(cause) && !paid.has(cause))
      .map((cause) => `${cause} was granted and not paid`),
  ];
};

/** Checks everything that is stored against itself and against Stripe. */
export const checkWhole = (world: World, store: MemoryStore, report: Report): void => {
  const all = moneyRecords(store);
  // The books of an erased organization stay, and the scans that they are about do not; its pools may go last.
  const erased = new Set(store.all('erased').map(({ organizationId }) => organizationId));
  const isHere = ({ accountId }: { accountId: string }): boolean => !erased.has(accountId);
  const records = {
    ...all,
    erased,
    pools: all.pools.filter(isHere),
    entries: all.entries.filter(isHere),
  };
  for (const violation of violationsOf(records)) report('money', violation);
  const entriesOf = Map.groupBy(records.entries, ({ accountId }) => accountId);
  for (const pool of records.pools)
    for (const violation of poolViolations(pool, entriesOf.get(pool.accountId) ?? []))
      report('pool', violation);
  for (const violation of licenseViolations(store.all('licenseMonth'), store.all('license')))
    report('license', violation);
  for (const violation of paymentViolations(world, store)) report('payment', violation);
};
