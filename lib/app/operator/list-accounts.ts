import {
  accountRow,
  matchesFilter,
  type AccountFilter,
  type AccountRow,
} from '@scangate/domain/accounts/account-list';
import { currentState } from '@scangate/domain/accounts/time-driven-changes';
import { queueShards } from '@scangate/domain/due-queue';
import { Problem } from '@scangate/domain/problem';
import type { Organization } from '@scangate/domain/records';
import type { StoreReader } from '#ports/store.ts';
import { billingRefs, billingState } from '../billing/load-account.ts';

export interface ListAccountsRequest extends AccountFilter {
  /** The number of organizations to examine; those that do not match the filter are omitted from the page. */
  limit: number;
  cursor?: string | undefined;
}

export interface AccountList {
  accounts: AccountRow[];
  /** Absent on the last page. A page may be empty and still have one. */
  cursor?: string;
}

type ListedRecord = 'organization' | 'account' | 'pool' | 'paymentAccount' | 'scan';
export interface ListAccountsPorts {
  store: Pick<StoreReader<ListedRecord>, 'load' | 'list' | 'listDue'>;
}

/** Loads a row. A client organization has no account of its own. */
const loadRow = async (
  organization: Organization,
  { store }: ListAccountsPorts,
  now: string,
): Promise<AccountRow> => {
  const { organizationId, billingAccountId } = organization;
  const refs = [
    ...billingRefs(organizationId),
    { record: 'paymentAccount', id: { accountId: organizationId } },
  ] as const;
  const paysItself = billingAccountId === organizationId;
  const [records, scans] = await Promise.all([
    paysItself ? store.load(refs) : undefined,
    store.list('scans', { organizationId }, { limit: 1, newestFirst: true }),
  ]);
  const [account, core, sast, paymentAccount] = records ?? [];
  const state = account && currentState(billingState(account, core, sast), now);
  return accountRow({ organization, state, paymentAccount, lastScan: scans.items[0] }, now);
};

/** The position of a page: a shard, and the cursor within it. */
const positionOf = (cursor: string | undefined): { shard: number; within?: string } => {
  if (cursor === undefined) return { shard: 0 };
  const [first = '', ...rest] = cursor.split(' ');
  const shard = queueShards.indexOf(first);
  if (shard < 0) throw new Problem('invalid_cursor');
  const within = rest.join(' ');
  return { shard, ...(within !== '' && { within }) };
};

/** Returns the next organizations, up to the limit: a page continues from shard to shard until it is full. */
const nextPage = async (
  { position, limit }: { position: ReturnType<typeof positionOf>; limit: number },
  store: ListAccountsPorts['store'],
) => {
  const items: { organizationId: string }[] = [];
  let { shard, within } = position;
  for (;;) {
    const name = queueShards[shard] ?? '0';
    const order = { limit: limit - items.length, ...(within !== undefined && { cursor: within }) };
    const page = await store.listDue('organization', name, order);
    items.push(...page.items);
    const next = page.cursor === undefined ? queueShards[shard + 1] : `${name} ${page.cursor}`;
    if (items.length >= limit || next === undefined) return { items, next };
    ({ shard, within } = positionOf(next));
  }
};

/**
 * Lists the organizations with their plan, holds, balances and last scan, page by page, for the operator. The order
 * is that of the due queue, which holds every organization.
 */
export const listAccounts = async (
  { limit, cursor, ...filter }: ListAccountsRequest,
  ports: ListAccountsPorts,
  now: Date,
): Promise<AccountList> => {
  const { items, next } = await nextPage({ position: positionOf(cursor), limit }, ports.store);
  const refs = items.map((id) => ({ record: 'organization', id }) as const);
  const found = refs.length === 0 ? [] : await ports.store.load(refs);
  const organizations = found.filter((one) => one !== undefined);
  const rows = await Promise.all(organizations.map((one) => loadRow(one, ports, now.toISOString())));
  return {
    accounts: rows.filter((row) => matchesFilter(row, filter)),
    ...(next !== undefined && { cursor: next }),
  };
};
