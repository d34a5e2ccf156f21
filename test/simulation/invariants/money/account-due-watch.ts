import { fromItem } from '#adapters/dynamodb/items.ts';
import { keyOf } from '#adapters/dynamodb/record-layouts.ts';
import { billingState } from '#app/billing/load-account.ts';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import { claimRecharge } from '@scangate/domain/credits/auto-recharge/recharge-attempt';
import type { PoolName } from '@scangate/domain/credits/credit-pool';
import { hourMs, minuteMs } from '@scangate/domain/instant';
import type { RecordKeys, Records } from '@scangate/domain/record-changes';
import type { Item } from '#test/simulation/cloud/database/values.ts';
import type { Table } from '#test/simulation/cloud/database/table.ts';
import { formsOf } from '#test/simulation/releases/forms.ts';
import type { World } from '#test/simulation/start/world.ts';
import type { Report } from '../violation.ts';

type BillingRecord = 'account' | 'pool' | 'recharge' | 'organization';

/** The time in which a refill is promised, and a recharge whose trigger was lost is started. */
const promised = { refill: 5 * minuteMs, recharge: hourMs } as const;

/** A row of the due queue. */
interface Listed {
  table: Table;
  row: Item;
  accountId: string;
}

/** Finds accounts whose refills or recharges nobody makes: the queue lists these also while nothing is due. */
export class AccountDueWatch {
  readonly #world: World;
  readonly #report: Report;
  /** Since when something is due while its record is as it is. */
  readonly #since = new Map<string, { text: string; at: number }>();

  constructor(world: World, report: Report) {
    this.#world = world;
    this.#report = report;
  }

  #find<R extends BillingRecord>(table: Table, record: R, id: RecordKeys[R]): Records[R] | undefined {
    const item = table.find(keyOf(record, id).key);
    return item && (fromItem(record, item, formsOf.knowing) as Records[R]);
  }

  #stateOf(table: Table, accountId: string): BillingState | undefined {
    const account = this.#find(table, 'account', { accountId });
    const [core, sast] = (['core', 'sast'] as const).map((pool) =>
      this.#find(table, 'pool', { accountId, pool }),
    );
    return account && core && sast && billingState(account, core, sast);
  }

  /** Whether an account has a refill that was due at this instant. */
  #lacksRefill(table: Table, accountId: string, at: number): boolean {
    const state = this.#stateOf(table, accountId);
    return state !== undefined && !isUpToDate(state, new Date(at).toISOString());
  }

  /** The cards that recharges are charged to, by account. */
  #cards(): ReadonlyMap<string, string> {
    return new Map(
      this.#world.stripe.objects('customer').flatMap(({ metadata, invoice_settings: settings }) => {
        const { accountId } = metadata;
        const card = settings.default_payment_method;
        return accountId !== undefined && card !== null ? [[accountId, card] as const] : [];
      }),
    );
  }

  /** The record of a recharge that is due. A busy pool has the rest of its balance in leases. */
  #dueRecharge(
    { table, pool, accountId }: Pick<Listed, 'table' | 'accountId'> & { pool: PoolName },
    { cards, now }: { cards: ReadonlyMap<string, string>; now: number },
  ): object | undefined {
    const id = { accountId, pool };
    const state = this.#stateOf(table, id.accountId);
    const recharge = this.#find(table, 'recharge', id);
    if (!state || !recharge || state.pools[id.pool].leaseId !== undefined) return undefined;
    const payer = this.#find(table, 'organization', { organizationId: accountId });
    const facts = { recharge, payer, paymentMethodId: cards.get(accountId) };
    const isDue = claimRecharge(state, facts, new Date(now).toISOString()).outcome === 'claimed';
    return isDue || recharge.attempt ? recharge : undefined;
  }

  #lookAtRefill({ table, accountId, row, at }: Listed & { at: number }): void {
    const end = String(row['periodEndAt']);
    if (Date.parse(end) < at && this.#lacksRefill(table, accountId, at))
      this.#report('liveness', `a pool of ${accountId} waits for its refill since ${end}`);
  }

  /** Looks at a recharge that is due. @param at since when it may be at the earliest. */
  #lookAtRecharge(name: string, due: object, { now, at }: { now: number; at: number }): void {
    const text = JSON.stringify(due);
    const known = this.#since.get(name);
    if (known?.text !== text) this.#since.set(name, { text, at: now });
    else if (known.at < at)
      this.#report('liveness', `the recharge of ${name} is due since ${new Date(known.at).toISOString()}`);
  }

  *#listed(now: number): Generator<Listed & { queue: string }> {
    for (const table of this.#world.cloud.database.tables.values())
      for (const position of table.indexes.get('dueQueue')?.all(now) ?? []) {
        const row = table.find(position);
        const queue = String(row?.['dueQueue']).replace(/\d$/, '');
        if (row) yield { table, row, queue, accountId: String(row['pk']).slice('ACCOUNT#'.length) };
      }
  }

  /** Reports what was due for more than twice its promise. @param slackMs is added for faults under way. */
  look(now: number, slackMs: number): void {
    const waiting = new Set<string>();
    const cards = this.#cards();
    for (const { queue, ...listed } of this.#listed(now)) {
      const { table, row, accountId } = listed;
      if (queue === 'pool') this.#lookAtRefill({ ...listed, at: now - 2 * promised.refill - slackMs });
      if (queue !== 'recharge') continue;
      const pool = String(row['sk']).split('#')[1] as PoolName;
      const due = this.#dueRecharge({ table, accountId, pool }, { cards, now });
      if (!due) continue;
      const name = `${accountId} ${pool}`;
      waiting.add(name);
      this.#lookAtRecharge(name, due, { now, at: now - 2 * promised.recharge - slackMs });
    }
    for (const name of this.#since.keys()) if (!waiting.has(name)) this.#since.delete(name);
  }
}
