import { newTillAccount, tillChange, TillMoved } from '../../../lib/domain/billing/till-account.ts';
import { Transient } from '../../../lib/domain/problem.ts';
import type { TillAccount } from '../../../lib/domain/records.ts';
import { refusalError } from '../../../lib/ports/store.ts';
import type { TillPorts, TillStore } from './settle-subscription.ts';

/** What we know of an account at the till, as it is stored now; undefined when it was never there. */
export const knownTill = async (accountId: string, store: TillStore): Promise<TillAccount | undefined> => {
  const [known] = await store.load([{ record: 'till', id: { accountId } }], { consistent: true });
  return known;
};

/** Another deployment may sell at the same till, and we hear of that, too: its accounts are none of ours. */
export const isOurs = async (accountId: string, store: Pick<TillStore, 'load'>): Promise<boolean> => {
  const [account] = await store.load([{ record: 'account', id: { accountId } }], { consistent: true });
  return account !== undefined;
};

const attempts = 8;

/**
 * Changes what we know of the till, decided again when it moved.
 * @returns it as it is then.
 */
export const changeTill = async (
  accountId: string,
  change: (known: TillAccount) => TillAccount,
  store: TillStore,
): Promise<TillAccount> => {
  for (let tries = 0; tries < attempts; tries++) {
    const known = await knownTill(accountId, store);
    const before = known ?? newTillAccount(accountId, accountId);
    const after = change(before);
    const changes = tillChange(accountId, known, after);
    if (changes.length === 0) return before;
    const refusal = await store.commit(changes);
    const error = refusal && refusalError(refusal);
    if (!error) return { ...after, version: before.version + 1 };
    if (!(error instanceof TillMoved)) throw error;
  }
  throw new Transient('the account keeps changing at the till');
};

/**
 * The account's customer at the till, made when it is first needed, and anew where somebody deleted it there. One
 * account is one customer.
 */
export const customerOf = async (accountId: string, name: string, ports: TillPorts): Promise<string> => {
  const { store, till } = ports;
  const former = (await knownTill(accountId, store))?.customerId;
  if (former !== undefined && (await till.customer(former))) return former;
  const key = former === undefined ? `customer:${accountId}` : `customer:${accountId}:${former}`;
  const { customerId } = await till.createCustomer(key, { accountId, name });
  await changeTill(accountId, (row) => (row.customerId === former ? { ...row, customerId } : row), store);
  return customerId;
};
