import { MemoryStore } from '#adapters/memory/store.ts';
import { ledgerRows } from '#app/ledger/ledger-rows.ts';
import { sealPool } from '#app/ledger/seal-ledger.ts';
import { signLedgerSeals } from '#app/ledger/sign-ledger-seals.ts';
import { continueLedgers } from '#app/operator/continue-ledgers.ts';
import type { ChainStatement } from '@scangate/domain/ledger/restoration';
import type { Change, RecordName } from '@scangate/domain/record-changes';
import { log } from '#runtime/log.ts';
import type { LedgerSealStore } from '#ports/evidence/ledger-seal-store.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { later, noon, write } from '../world.ts';
import { poolOf, provisionAccount } from './accounts.ts';
import { memorySealStore } from './memory-ledger-seal-store.ts';
import { bookMany, csvOf } from './sealed-ledger.ts';

const restored: readonly RecordName[] = ['organization', 'account', 'pool', 'ledgerEntry', 'ledgerSeal'];

const copyOf = async (store: MemoryStore): Promise<MemoryStore> => {
  const copy = new MemoryStore();
  for (const record of restored)
    for (const item of store.all(record)) await write(copy, [{ change: 'insert', record, item } as Change]);
  return copy;
};

/** The tables as they were at an hour. */
export interface KeptTables {
  hour: number;
  store: MemoryStore;
}

/** A ledger whose tables an operator can restore, while its signed statements stay. Time passes in hours. */
export class RestorableLedger {
  readonly #seals = memorySealStore();
  store = new MemoryStore();
  accountId = '';
  hour = 0;

  static async open(): Promise<RestorableLedger> {
    const ledger = new RestorableLedger();
    ledger.accountId = await provisionAccount(ledger.store, noon.toISOString());
    return ledger;
  }

  get id() {
    return { accountId: this.accountId, pool: 'core' as const };
  }

  get sealStore(): LedgerSealStore {
    return this.#seals.sealStore;
  }

  get publicKey() {
    return this.#seals.publicKey;
  }

  /** The objects of the locked bucket. */
  get kept(): Map<string, Uint8Array> {
    return this.#seals.kept;
  }

  get statements(): ChainStatement[] {
    return [...this.kept.values()].map(
      (bytes) => (JSON.parse(Buffer.from(bytes).toString()) as { statement: ChainStatement }).statement,
    );
  }

  get seals(): number[] {
    return this.store
      .all('ledgerSeal')
      .map(({ number }) => number)
      .toSorted((a, b) => a - b);
  }

  get available(): number {
    return poolOf(this.store, this.accountId).available;
  }

  get now(): Date {
    return later(this.hour * 3_600);
  }

  /** Books so many credits, an hour later. */
  async book(count: number): Promise<void> {
    this.hour += 1;
    const { accountId } = this;
    await bookMany(this.store, { accountId, count, at: this.now, name: `adjust${this.hour}` });
  }

  /** Runs the job, two hours later. @returns the number of new statements; undefined when it raised its alarm. */
  async seal(): Promise<number | undefined> {
    this.hour += 2;
    const { store, sealStore, id, now } = this;
    const ports = { store, sealStore, log, timer: { sleep: async () => undefined } };
    await sealPool(id, ports, taskContextAt(now));
    return signLedgerSeals(id, ports, taskContextAt(now));
  }

  async keep(): Promise<KeptTables> {
    return { hour: this.hour, store: await copyOf(this.store) };
  }

  /** Restores the tables, an hour later. */
  async restore({ store }: KeptTables): Promise<void> {
    this.hour += 1;
    this.store = await copyOf(store);
  }

  /** Runs the operator's step. */
  async continueFrom({ hour }: Pick<KeptTables, 'hour'>, ports: Partial<RestorableLedger> = {}) {
    const { store = this.store, sealStore = this.sealStore } = ports;
    const restoredTo = later(hour * 3_600).toISOString();
    return continueLedgers({ restoredTo }, { store, sealStore, log }, taskContextAt(this.now));
  }

  async export(): Promise<string> {
    return csvOf(await Array.fromAsync(ledgerRows(this.store, this.id, {})));
  }
}
