import { chargeScan } from '../../lib/domain/billing/charge-scan.ts';
import { refundScan } from '../../lib/domain/billing/refund-scan.ts';
import { asOf, isUpToDate } from '../../lib/domain/billing/renewal.ts';
import { followedBy, withPool, type BillingState, type Outcome } from '../../lib/domain/billing/state.ts';
import type { Change } from '../../lib/domain/change.ts';
import { provisionOrganization, type OrganizationOrder } from '../../lib/domain/organizations/provision.ts';
import { Problem } from '../../lib/domain/problem.ts';
import type { Account, LedgerEntry, Pool } from '../../lib/domain/records.ts';
import {
  allotment,
  available,
  giveBack,
  pools,
  spend,
  startOf,
  type Bill,
  type Customer,
} from './money-model.ts';
import type { Deed, Making } from './money-deeds.ts';

/** The rules alone, with nothing around them but a variable for the state and a list of entries. */
export class PureAccount {
  state: BillingState;
  readonly entries = new Map<string, LedgerEntry>();

  constructor(order: Omit<OrganizationOrder, 'name'>, createdAt: string) {
    const changes = provisionOrganization({ name: 'Test', ...order }, 'account', [], createdAt);
    const made = <T>(record: string) =>
      changes.flatMap((change) =>
        change.record === record && change.change === 'insert' ? [change.item as T] : [],
      );
    const [core, sast] = made<Pool>('pool');
    const [account] = made<Account>('account');
    if (!account || !core || !sast) throw new Error('the account is whole');
    this.state = { account, pools: { core, sast } };
    for (const entry of made<LedgerEntry>('ledgerEntry')) this.#book(entry);
  }

  #book(entry: LedgerEntry): void {
    const key = `${entry.pool}/${entry.cause}`;
    if (this.entries.has(key)) throw new Error(`booked twice: ${key}`);
    this.entries.set(key, entry);
  }

  #take({ state, entries }: Outcome): void {
    for (const entry of entries) this.#book(entry);
    this.state = state;
  }

  #change(rule: NonNullable<Deed['rule']>, now: string): void {
    for (;;) {
      const due = asOf(this.state, now);
      if (isUpToDate(due.state, now))
        return this.#take(followedBy(followedBy(due, rule), (changed) => asOf(changed, now)));
      this.#take(due);
    }
  }

  /** What a store does with changes of pools and entries. */
  #write(changes: readonly Change<'pool' | 'ledgerEntry'>[]): void {
    let after = this.state;
    const booked: LedgerEntry[] = [];
    for (const change of changes) {
      if (change.change === 'insert' && change.record === 'ledgerEntry') {
        if (this.entries.has(`${change.item.pool}/${change.item.cause}`)) throw new Problem('conflict');
        booked.push(change.item);
      } else if (change.change === 'update' && change.record === 'pool') {
        const pool: Pool = { ...after.pools[change.id.pool] };
        const floor = change.floor?.available ?? 0;
        if (pool.available < floor) throw change.refused?.(pool) ?? new Error('too little');
        for (const { field, ...condition } of change.when ?? [])
          if ('value' in condition && pool[field] !== condition.value) throw new Error(`${field} moved`);
        for (const [field, more] of Object.entries(change.add ?? {}))
          (pool as unknown as Record<string, number>)[field] = Number(Reflect.get(pool, field)) + more;
        after = withPool(after, pool);
      } else throw new Error(`not a change of money: ${change.record}`);
    }
    this.#take({ state: after, entries: booked, notes: [] });
  }

  /** @returns `done`, or what it was refused with. */
  do({ rule, changes }: Deed, now: string): string {
    try {
      if (rule) this.#change(rule, now);
      if (changes) this.#write(changes(this.state.pools));
      return 'done';
    } catch (error) {
      if (error instanceof Problem) return error.code === 'conflict' && changes ? 'done before' : error.code;
      throw error;
    }
  }
}

const unitsOf = ({ scanId, units, prices }: Bill) =>
  Array.from({ length: units }, (_, index) => ({
    projectUnitId: `${scanId}.${index}`,
    path: `u${index}`,
    type: 'go',
    status: 'running' as const,
    charge: prices,
  }));
const scanOf = ({ scanId, stamps }: Bill, accountId: string) => ({
  scanId,
  organizationId: accountId,
  billingAccountId: accountId,
  sourceTrigger: 'api' as const,
  personId: 'person',
  chargedPeriods: stamps,
});

/** Units of both pools at once: both are paid, or neither. */
export const charge =
  (units: number, prices: Bill['prices']): Making =>
  (customer, now, scanId) => {
    const stamps = { core: startOf(customer.purses.core), sast: startOf(customer.purses.sast) };
    const bill: Bill = { scanId, units, prices, stamps };
    return {
      changes: ({ core }) => chargeScan(scanOf(bill, core.accountId), unitsOf(bill), now),
      predict: ({ purses, bills }) => {
        const costs = pools.map((pool) => [purses[pool], units * (prices[pool] ?? 0)] as const);
        if (costs.some(([purse, cost]) => available(purse) < cost)) return 'insufficient_credits';
        for (const [purse, cost] of costs) spend(purse, cost);
        bills.push(bill);
        return 'done';
      },
    };
  };

/** A bill is given back whole. Given back before, nothing happens. */
export const refund =
  (which: number): Making =>
  ({ bills }, now) => {
    const bill = bills[which % Math.max(1, bills.length)];
    if (!bill) return { predict: () => 'done' };
    const refunds = unitsOf(bill).map((unit) => ({ unit, source: 'scan_failure_refund' as const }));
    return {
      changes: (found) => refundScan(scanOf(bill, found.core.accountId), refunds, found, now),
      predict: ({ purses, payments }) => {
        if (payments.includes(bill.scanId)) return 'done before';
        payments.push(bill.scanId);
        for (const pool of pools)
          giveBack(purses[pool], bill.units * (bill.prices[pool] ?? 0), bill.stamps[pool]);
        return 'done';
      },
    };
  };

/** The model of an account as it was provisioned. */
export const customerOf = (
  { plan, licenses, period, sastAddon, credits }: Omit<OrganizationOrder, 'name'>,
  at: string,
) => {
  const isRegulated = plan === 'Regulated';
  const bought = plan === 'Team' ? (licenses ?? 5) : isRegulated ? licenses : undefined;
  const empty = { anchor: at, months: 0, included: 0, bought: 0, owed: 0, granted: 0, spent: 0 };
  const customer: Customer = {
    plan,
    interval: period ?? 'month',
    ...(bought !== undefined && { licenses: bought }),
    byInvoice: false,
    ...(isRegulated && credits && { agreed: credits }),
    ...(sastAddon && { addon: { size: sastAddon } }),
    unpaid: {},
    retention: { Free: 30, Starter: 90, Team: 365, Regulated: 365 }[plan],
    purses: { core: empty, sast: { ...empty } },
    licensed: {},
    payments: [],
    bills: [],
  };
  for (const pool of pools) {
    const included = credits?.[pool] ?? allotment(customer, pool);
    Object.assign(customer.purses[pool], { included, granted: included });
  }
  return customer;
};
