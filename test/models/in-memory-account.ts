import { chargeScan, stampUnit } from '@scangate/domain/credits/charge-scan';
import { bookCreditRefunds } from '@scangate/domain/credits/book-credit-refunds';
import { applyDueChanges, isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import {
  andThen,
  withPool,
  type BillingState,
  type BillingOutcome,
} from '@scangate/domain/accounts/billing-state';
import type { Change } from '@scangate/domain/record-changes';
import {
  provisionOrganization,
  type NewOrganization,
} from '@scangate/domain/accounts/provision-organization';
import { Problem } from '@scangate/domain/problem';
import type { Account, LedgerEntry, Pool } from '@scangate/domain/records';
import { includedCredits, type ScanCharge, type Customer } from './account-model.ts';
import { available, poolNames, refundCredits, spend, startOf } from './model-pool.ts';
import { emptyPeriod } from './credit-period.ts';
import type { Command, CommandFactory } from './account-commands.ts';

/** An account that runs the rules alone, with its state in a variable and its entries in a map. */
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
    if (!account || !core || !sast) throw new Error('an account has two pools');
    this.state = { account, pools: { core, sast } };
    for (const entry of made<LedgerEntry>('ledgerEntry')) this.#book(entry);
  }

  #book(entry: LedgerEntry): void {
    const key = `${entry.pool}/${entry.cause}`;
    if (this.entries.has(key)) throw new Error(`booked twice: ${key}`);
    this.entries.set(key, entry);
  }

  #accept({ state, entries }: BillingOutcome): void {
    for (const entry of entries) this.#book(entry);
    this.state = state;
  }

  #change(rule: NonNullable<Command['rule']>, now: string): void {
    for (;;) {
      const due = applyDueChanges(this.state, now);
      if (isUpToDate(due.state, now))
        return this.#accept(andThen(andThen(due, rule), (changed) => applyDueChanges(changed, now)));
      this.#accept(due);
    }
  }

  /** Applies changes of pools and entries as a store does. */
  #write(changes: readonly Change<'pool' | 'ledgerEntry' | 'clientUsage'>[]): void {
    let after = this.state;
    const booked: LedgerEntry[] = [];
    for (const change of changes) {
      if (change.change === 'insert' && change.record === 'ledgerEntry') {
        if (this.entries.has(`${change.item.pool}/${change.item.cause}`)) throw new Problem('conflict');
        booked.push(change.item);
      } else if (change.change === 'update' && change.record === 'pool') {
        const pool: Pool = { ...after.pools[change.id.pool] };
        const floor = change.floor?.available ?? 0;
        if (pool.available < floor) throw change.onConflict?.(pool) ?? new Error('the floor is not met');
        for (const { field, ...condition } of change.when ?? [])
          if ('value' in condition && pool[field] !== condition.value) throw new Error(`${field} changed`);
        Object.assign(pool, change.set);
        for (const [field, more] of Object.entries(change.add ?? {}))
          (pool as unknown as Record<string, number>)[field] = Number(Reflect.get(pool, field)) + more;
        after = withPool(after, pool);
      } else throw new Error(`not a change of credits: ${change.record}`);
    }
    this.#accept({ state: after, entries: booked, auditNotes: [] });
  }

  /** @returns `done`, or the code of the refusal. */
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
const scanOf = ({ scanId, periodStarts }: ScanCharge, accountId: string) => ({
  scanId,
  organizationId: accountId,
  billingAccountId: accountId,
  sourceTrigger: 'api' as const,
  personId: 'person',
  chargedPeriods: periodStarts,
});

/** Charges units to both pools at once, or to none. */
export const charge =
  (units: number, prices: ScanCharge['prices']): CommandFactory =>
  (customer, now, scanId) => {
    const periodStarts = { core: startOf(customer.pools.core), sast: startOf(customer.pools.sast) };
    const scanCharge: ScanCharge = { scanId, units, prices, periodStarts };
    return {
      changes: (pools) => {
        const stamped = unitsOf(scanCharge).map((unit) => stampUnit(unit, pools));
        scanCharge.stamped = stamped;
        return chargeScan(scanOf(scanCharge, pools.core.accountId), { units: stamped, pools }, now);
      },
      predict: ({ pools, scanCharges }) => {
        const costs = poolNames.map((pool) => [pools[pool], units * (prices[pool] ?? 0)] as const);
        if (costs.some(([pool, cost]) => available(pool) < cost)) return 'insufficient_credits';
        for (const [pool, cost] of costs) spend(pool, scanId, cost);
        scanCharges.push(scanCharge);
        return 'done';
      },
    };
  };

/** Refunds a whole charge. A second refund changes nothing. */
export const refund =
  (which: number): CommandFactory =>
  ({ scanCharges }, now) => {
    const scanCharge = scanCharges[which % Math.max(1, scanCharges.length)];
    if (!scanCharge) return { predict: () => 'done' };
    const { stamped = unitsOf(scanCharge) } = scanCharge;
    const refunds = stamped.map((unit) => ({ unit, source: 'scan_failure_refund' as const }));
    return {
      changes: (pools) =>
        bookCreditRefunds(scanOf(scanCharge, pools.core.accountId), { refunds, pools }, now),
      predict: ({ pools, payments }) => {
        if (payments.includes(scanCharge.scanId)) return 'done before';
        payments.push(scanCharge.scanId);
        for (const pool of poolNames)
          if (scanCharge.prices[pool])
            refundCredits(pools[pool], {
              id: scanCharge.scanId,
              amount: scanCharge.units * scanCharge.prices[pool],
              periodStart: scanCharge.periodStarts[pool],
            });
        return 'done';
      },
    };
  };

/** The model of a newly provisioned account. */
export const customerOf = (
  { plan, licenses, period, sastAddon, credits }: Omit<NewOrganization, 'name'>,
  at: string,
) => {
  const isRegulated = plan === 'Regulated';
  const teamLicenses = plan === 'Team' ? (licenses ?? 5) : undefined;
  const empty = { anchor: at, months: 0, ...emptyPeriod(0) };
  const customer: Customer = {
    plan,
    interval: period ?? 'month',
    ...(teamLicenses !== undefined && { licenses: teamLicenses }),
    ...(isRegulated && licenses !== undefined && { licenses }),
    byInvoice: false,
    ...(isRegulated && credits && { agreed: credits }),
    ...(sastAddon && { addon: { size: sastAddon } }),
    unpaid: {},
    retention: { Free: 30, Starter: 90, Team: 365, Regulated: 365 }[plan],
    pools: { core: empty, sast: { ...empty } },
    licensed: {},
    payments: [],
    packs: [],
    scanCharges: [],
  };
  for (const pool of poolNames) {
    const included = credits?.[pool] ?? includedCredits(customer, pool);
    customer.pools[pool] = { ...customer.pools[pool], ...emptyPeriod(included) };
  }
  return customer;
};
