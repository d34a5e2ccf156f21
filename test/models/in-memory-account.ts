import { chargeScan } from '@scangate/domain/credits/charge-scan';
import { bookRefunds } from '@scangate/domain/credits/book-refunds';
import { applyDueRenewals, isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import {
  andThen,
  withPool,
  type BillingState,
  type BillingOutcome,
} from '@scangate/domain/accounts/billing-state';
import type { Change } from '@scangate/domain/change';
import {
  provisionOrganization,
  type NewOrganization,
} from '@scangate/domain/accounts/provision-organization';
import { Problem } from '@scangate/domain/problem';
import type { Account, LedgerEntry, Pool } from '@scangate/domain/records';
import {
  allotment,
  available,
  giveBack,
  poolNames,
  spend,
  startOf,
  type ScanCharge,
  type Customer,
} from './account-model.ts';
import type { Command, CommandFactory } from './account-commands.ts';

/** The rules alone, with nothing around them but a variable for the state and a list of entries. */
export class InMemoryAccount {
  state: BillingState;
  readonly entries = new Map<string, LedgerEntry>();

  constructor(order: Omit<NewOrganization, 'name'>, createdAt: string) {
    const changes = provisionOrganization(
      { name: 'Test', ...order },
      { organizationId: 'account', people: [], createdAt },
    );
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

  #take({ state, entries }: BillingOutcome): void {
    for (const entry of entries) this.#book(entry);
    this.state = state;
  }

  #change(rule: NonNullable<Command['rule']>, now: string): void {
    for (;;) {
      const due = applyDueRenewals(this.state, now);
      if (isUpToDate(due.state, now))
        return this.#take(andThen(andThen(due, rule), (changed) => applyDueRenewals(changed, now)));
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
        if (pool.available < floor) throw change.onConflict?.(pool) ?? new Error('too little');
        for (const { field, ...condition } of change.when ?? [])
          if ('value' in condition && pool[field] !== condition.value) throw new Error(`${field} moved`);
        for (const [field, more] of Object.entries(change.add ?? {}))
          (pool as unknown as Record<string, number>)[field] = Number(Reflect.get(pool, field)) + more;
        after = withPool(after, pool);
      } else throw new Error(`not a change of money: ${change.record}`);
    }
    this.#take({ state: after, entries: booked, auditNotes: [] });
  }

  /** @returns `done`, or what it was refused with. */
  do({ rule, changes }: Command, now: string): string {
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

const unitsOf = ({ scanId, units, prices }: ScanCharge) =>
  Array.from({ length: units }, (_, index) => ({
    projectUnitId: `${scanId}.${index}`,
    path: `u${index}`,
    type: 'go' as const,
    status: 'running' as const,
    charge: prices,
  }));
const scanOf = ({ scanId, periodStarts: stamps }: ScanCharge, accountId: string) => ({
  scanId,
  organizationId: accountId,
  billingAccountId: accountId,
  sourceTrigger: 'api' as const,
  personId: 'person',
  chargedPeriods: stamps,
});

/** Units of both pools at once: both are paid, or neither. */
export const charge =
  (units: number, prices: ScanCharge['prices']): CommandFactory =>
  (customer, now, scanId) => {
    const stamps = { core: startOf(customer.pools.core), sast: startOf(customer.pools.sast) };
    const bill: ScanCharge = { scanId, units, prices, periodStarts: stamps };
    return {
      changes: ({ core }) => chargeScan(scanOf(bill, core.accountId), unitsOf(bill), now),
      predict: ({ pools: purses, scanCharges: bills }) => {
        const costs = poolNames.map((pool) => [purses[pool], units * (prices[pool] ?? 0)] as const);
        if (costs.some(([purse, cost]) => available(purse) < cost)) return 'insufficient_credits';
        for (const [purse, cost] of costs) spend(purse, cost);
        bills.push(bill);
        return 'done';
      },
    };
  };

/** A bill is given back whole. Given back before, nothing happens. */
export const refund =
  (which: number): CommandFactory =>
  ({ scanCharges: bills }, now) => {
    const bill = bills[which % Math.max(1, bills.length)];
    if (!bill) return { predict: () => 'done' };
    const refunds = unitsOf(bill).map((unit) => ({ unit, source: 'scan_failure_refund' as const }));
    return {
      changes: (found) => bookRefunds(scanOf(bill, found.core.accountId), { refunds, pools: found }, now),
      predict: ({ pools: purses, payments }) => {
        if (payments.includes(bill.scanId)) return 'done before';
        payments.push(bill.scanId);
        for (const pool of poolNames)
          giveBack(purses[pool], bill.units * (bill.prices[pool] ?? 0), bill.periodStarts[pool]);
        return 'done';
      },
    };
  };

/** The model of an account as it was provisioned. */
export const customerOf = (
  { plan, licenses, period, sastAddon, credits }: Omit<NewOrganization, 'name'>,
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
    pools: { core: empty, sast: { ...empty } },
    licensed: {},
    payments: [],
    scanCharges: [],
  };
  for (const pool of poolNames) {
    const included = credits?.[pool] ?? allotment(customer, pool);
    Object.assign(customer.pools[pool], { included, granted: included });
  }
  return customer;
};
