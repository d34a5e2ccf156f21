import { adjustPool } from '@scangate/domain/credits/adjust-pool';
import { bookCreditRefunds } from '@scangate/domain/credits/book-credit-refunds';
import { chargeScan, stampUnit } from '@scangate/domain/credits/charge-scan';
import { grantPack } from '@scangate/domain/credits/credit-packs';
import { unspentBought, unspentPurchased } from '@scangate/domain/credits/purchased-credits';
import { refundCause, takeRefundedCredits } from '@scangate/domain/payments/refund-credit-pack';
import { addLicenses } from '@scangate/domain/licenses/change-license-count';
import { grantPromotion } from '@scangate/domain/promotions/grant-promotion';
import { promotionalCredits, unspentPromotional } from '@scangate/domain/promotions/promotional-credits';
import type { Scan, ScanUnit } from '@scangate/domain/records';
import { auditPool } from '@scangate/domain/ledger/audit-ledger';
import { InMemoryAccount } from '../in-memory-account.ts';
import { poolViolations } from '../pool-invariants.ts';
import { PromotionModel } from './promotion-model.ts';

const start = '2026-03-10T12:00:00.000Z';
const after = (from: string, ms: number) => new Date(Date.parse(from) + ms).toISOString();
const renewals = Array.from({ length: 40 }, (_, month) =>
  new Date(Date.UTC(2026, 3 + month, 10, 12)).toISOString(),
);

type ChargedScan = Pick<
  Scan,
  'scanId' | 'organizationId' | 'billingAccountId' | 'sourceTrigger' | 'personId' | 'chargedPeriods'
> & { units: ScanUnit[] };

/** A Team account and the reference model of its core pool, on which the same actions are run. */
export class PromotionPair {
  readonly account = new InMemoryAccount({ plan: 'Team', licenses: 5 }, start);
  readonly model = new PromotionModel(500);
  readonly scans: ChargedScan[] = [];
  now = start;
  /** The debits whose result is not the one that the model predicts. */
  readonly surprises: string[] = [];
  readonly #refunded = new Set<string>();
  /** Money for packs: paid, and returned. */
  paid = 0;
  returned = 0;
  #packs: string[] = [];
  #ids = 0;
  #allotment = 500;
  #expiries: { id: string; at: string }[] = [];
  #renewal = 0;

  get pool() {
    return this.account.state.pools.core;
  }

  #id(): string {
    return `id-${String(++this.#ids).padStart(4, '0')}`;
  }

  /** Lets time pass, and applies what is due: expiries come before a refill of the same instant. */
  wait(ms: number): void {
    this.now = after(this.now, ms);
    for (;;) {
      const expiry = this.#expiries.toSorted((a, b) => (`${a.at} ${a.id}` < `${b.at} ${b.id}` ? -1 : 1))[0];
      const renewal = renewals[this.#renewal] ?? '';
      const isExpiry = expiry !== undefined && expiry.at <= renewal;
      if ((isExpiry ? expiry.at : renewal) > this.now) break;
      if (isExpiry) {
        this.model.expire(expiry.id);
        this.#expiries = this.#expiries.filter(({ id }) => id !== expiry.id);
      } else {
        this.model.refill(this.#allotment);
        this.#renewal++;
      }
    }
    this.account.do(
      { rule: (state) => ({ state, entries: [], auditNotes: [] }), predict: () => '' },
      this.now,
    );
  }

  debit(units: number, price: number): void {
    const scanId = this.#id();
    const pools = this.account.state.pools;
    const scan: ChargedScan = {
      scanId,
      organizationId: 'account',
      billingAccountId: 'account',
      sourceTrigger: 'api',
      personId: 'person',
      chargedPeriods: { core: pools.core.periodStartAt, sast: pools.sast.periodStartAt },
      units: Array.from({ length: units }, (_, index) =>
        stampUnit(
          {
            projectUnitId: `${scanId}.${index}`,
            path: `${index}`,
            type: 'go',
            status: 'running',
            charge: { core: price },
          },
          pools,
        ),
      ),
    };
    const changes = (read: typeof pools) => chargeScan(scan, { units: scan.units, pools: read }, this.now);
    const result = this.account.do({ changes, predict: () => '' }, this.now);
    const predicted = this.model.debit(scanId, units * price) ? 'done' : 'insufficient_credits';
    if (result !== predicted) this.surprises.push(`${scanId}: ${result}, not ${predicted}`);
    if (result === 'done') this.scans.push(scan);
  }

  /** Charges a unit that a scan finds while it runs, maybe in a later period than its creation. */
  debitLate(which: number, price: number): void {
    const scan = this.scans[which % Math.max(1, this.scans.length)];
    if (!scan || this.#refunded.has(scan.scanId)) return;
    const id = this.#id();
    const found = {
      projectUnitId: id,
      path: id,
      type: 'go',
      status: 'running',
      charge: { core: price },
    } as const;
    const unit = stampUnit(found, this.account.state.pools, scan.chargedPeriods);
    const changes = (pools: typeof this.account.state.pools) =>
      chargeScan(scan, { units: [unit], pools }, this.now);
    const result = this.account.do({ changes, predict: () => '' }, this.now);
    const predicted = this.model.debit(id, price) ? 'done' : 'insufficient_credits';
    if (result !== predicted) this.surprises.push(`${id}: ${result}, not ${predicted}`);
    if (result === 'done') scan.units.push(unit);
  }

  refund(which: number): void {
    const scan = this.scans[which % Math.max(1, this.scans.length)];
    if (!scan) return;
    const refunds = scan.units.map((unit) => ({ unit, source: 'scan_failure_refund' as const }));
    const changes = (pools: typeof this.account.state.pools) =>
      bookCreditRefunds(scan, { refunds, pools }, this.now);
    this.account.do({ changes, predict: () => '' }, this.now);
    if (this.#refunded.has(scan.scanId)) return;
    this.#refunded.add(scan.scanId);
    for (const id of [scan.scanId, ...scan.units.map(({ projectUnitId }) => projectUnitId)])
      this.model.refund(id);
  }

  grant(amount: number, ms: number): void {
    const [grantId, expiresAt] = [this.#id(), after(this.now, ms)];
    const grant = { grantId, pool: 'core' as const, amount, expiresAt, motif: 'welcome' };
    const rule = (state: InMemoryAccount['state']) => grantPromotion(state, grant, this.now);
    const result = this.account.do({ rule, predict: () => '' }, this.now);
    if (result !== 'done') return;
    this.model.grant(grantId, amount, expiresAt);
    this.#expiries.push({ id: grantId, at: expiresAt });
  }

  buy(): void {
    const payment = { cause: `pack#${this.#id()}` };
    const changes = () => grantPack('account', { pack: 'core-100', payment }, this.now);
    this.account.do({ changes, predict: () => '' }, this.now);
    this.model.buy(100);
    this.#packs.push(payment.cause);
    this.paid += 1_500;
  }

  adjust(amount: number): void {
    const adjustment = { adjustmentId: this.#id(), pool: 'core' as const, amount, motif: 'support' };
    this.account.do(
      { rule: (state) => adjustPool(state, adjustment, this.now), predict: () => '' },
      this.now,
    );
    if (amount > 0) this.model.giveSupport(amount);
    else this.model.take(-amount);
  }

  /** Refunds a pack that was bought, for a price of 15 a credit. */
  refundCreditPack(which: number): void {
    const cause = this.#packs[which % Math.max(1, this.#packs.length)];
    const grant = cause === undefined ? undefined : this.account.entries.get(`core/${cause}`);
    if (!grant) return;
    const refundId = this.#id();
    const charge = { chargeId: 'ch', amount: 1_500, currency: 'usd', isReversed: false };
    const order = { refundId, grant: { ...grant, invoiceId: 'in' }, charge, motif: 'by mistake' };
    const owed = Math.min(100, this.model.unspentBought);
    const rule = (state: InMemoryAccount['state']) => {
      const { outcome, refund } = takeRefundedCredits(state, order, this.now);
      this.returned += refund.amount;
      return outcome;
    };
    const result = this.account.do({ rule, predict: () => '' }, this.now);
    const isRefunded = this.account.entries.has(`core/${refundCause(grant.cause)}`);
    if (result === 'done' && isRefunded) {
      this.model.buy(-owed);
      this.#packs = this.#packs.filter((one) => one !== cause);
    }
    if ((result === 'done') !== owed > 0)
      this.surprises.push(`${refundId}: ${result}, with ${owed} to refund`);
  }

  addLicense(): void {
    const licenses = this.#allotment / 100 + 1;
    const before = this.pool.included;
    const rule = (state: InMemoryAccount['state']) =>
      addLicenses(state, { licenses, invoiceId: this.#id() }, this.now);
    this.account.do({ rule, predict: () => '' }, this.now);
    this.#allotment += 100;
    this.model.include(this.pool.included - before);
  }

  /** The pool as it is. */
  actual() {
    const { pool } = this;
    return {
      available: pool.available,
      included: pool.included,
      consumed: pool.consumed,
      purchased: unspentPurchased(pool),
      bought: unspentBought(pool),
      promotions: (pool.promotions ?? []).map(({ grantId, amount }) => [grantId, amount]),
    };
  }

  /** The pool as the model has it. */
  predicted() {
    const { model } = this;
    const { included, consumed } = model.numbers;
    return {
      available: model.available,
      included,
      consumed,
      purchased: model.unspentPurchased,
      bought: model.unspentBought,
      promotions: model.promotions.map(({ id, amount }) => [id, amount]),
    };
  }

  /** Everything that must always be true and is not. */
  violations(): string[] {
    const { pool } = this;
    const entries = [...this.account.entries.values()].filter((entry) => entry.pool === 'core');
    const sum = entries.reduce((total, { amount }) => total + amount, 0);
    const parts = pool.included + promotionalCredits(pool) + pool.purchased - pool.consumed;
    return [
      ...this.surprises,
      ...poolViolations(pool, entries),
      ...auditOf(this),
      ...(sum === pool.available ? [] : [`the entries sum to ${sum}`]),
      ...(parts === pool.available ? [] : [`the parts sum to ${parts}`]),
      ...(unspentBought(pool) * 15 <= this.paid - this.returned
        ? []
        : ['more could be returned than was paid']),
      ...(unspentPromotional(pool) >= 0 ? [] : ['more is spent of the grants than there was']),
    ];
  }
}

const auditOf = ({ account, pool }: PromotionPair): string[] => {
  const sorted = [...account.entries.values()]
    .filter((entry) => entry.pool === 'core')
    .toSorted((a, b) => (a.cause < b.cause ? -1 : 1));
  const refunds = sorted.filter(({ cause }) => cause.startsWith('refund#'));
  const audit = auditPool(pool);
  let step = audit.next();
  while (!step.done) step = audit.next(step.value === 'entry' ? sorted.shift() : refunds.shift());
  return step.value.violations;
};
