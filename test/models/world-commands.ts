import * as fc from 'fast-check';
import { noChange } from '@scangate/domain/accounts/billing-state';
import { setClientBudget } from '@scangate/domain/accounts/client-budget';
import { Transient } from '@scangate/domain/problem';
import type { Store } from '#ports/store.ts';
import { ruleCommand } from './account-commands.ts';
import type { Customer } from './account-model.ts';
import { accountCommands, type NamedCommand } from './command-arbitraries.ts';
import * as real from './billing-world.ts';
import { commits, people, type Act, type BillingWorld } from './billing-world.ts';
import { unspentBoughtIn } from './credit-period.ts';
import { buy } from './model-pool.ts';
import * as scanModel from './scan-model.ts';
import type { BillingModel, ScanRequest } from './scan-model.ts';

/** The commands of a billing world: how each one runs, and what the reference model predicts for it. */

export interface ModelWorld {
  billingWorld: BillingWorld;
  model: BillingModel;
  /** The number of ids given so far, for scans, payments and adjustments. */
  ids: number;
  /** The final state of each ended scan. */
  ended: Map<string, string>;
  /** Of a world whose pools are leased: the store beneath, over which each process has one of its own. */
  leasing?: { beneath: Store; processOn: (store: Store) => Store };
}

export interface PreparedCommand {
  act: Act;
  /** Whether it is one transaction, so that the model can predict the results of concurrent ones. */
  isAtomic: boolean;
  /** The steps of the model, between which other commands may run. The last one predicts the result. */
  predict: ((model: BillingModel) => string | undefined)[];
}

export interface WorldCommand {
  label: string;
  /** Makes the command for the current world. */
  prepare: (world: ModelWorld) => PreparedCommand;
  /** Whether its result is a problem code when it is refused, in which case it writes nothing. */
  isRefusable: boolean;
}

const pickScan = ({ billingWorld }: ModelWorld, at: number): number => {
  const slots = [...billingWorld.scans.keys()].toSorted((a, b) => a - b);
  return slots[at % Math.max(1, slots.length)] ?? -1;
};

const predictCreation = (world: ModelWorld, request: ScanRequest): PreparedCommand['predict'] => {
  const slot = world.ids;
  const now = world.billingWorld.now.toISOString();
  let passed: scanModel.PassedGates | string;
  return [
    (model) => void (passed = scanModel.passGates(model, request, now)),
    (model) =>
      typeof passed === 'string' ? passed : scanModel.recordScan(model, { request, slot, passed }, now),
  ];
};

export const create = (request: ScanRequest): WorldCommand => ({
  label: `create(${Object.values(request).join(' ')})`,
  isRefusable: true,
  prepare: (world) => ({
    act: real.create(request, ++world.ids),
    isAtomic: true,
    predict: predictCreation(world, request),
  }),
});

/** Creates a scan twice with one Idempotency-Key. The second request replays the first answer and charges nothing. */
const createTwice = (request: ScanRequest): WorldCommand => ({
  label: `create twice(${Object.values(request).join(' ')})`,
  isRefusable: false,
  prepare: (world) => {
    const once = real.create(request, ++world.ids, `key-${world.ids}`);
    const [passGates, recordScan] = predictCreation(world, request);
    return {
      isAtomic: false,
      act: async (...args) => `${await once(...args)}, ${await once(...args)}`,
      predict: [
        (model) => {
          passGates?.(model);
          const result = recordScan?.(model);
          return `${result}, ${result === 'created' || result === 'found' ? 'replayed' : result}`;
        },
      ],
    };
  },
});

type Predict = (model: BillingModel, slot: number, now: string) => string;
const onScan = (
  label: string,
  at: number,
  { act, predict }: { act: (slot: number) => Act; predict: Predict },
): WorldCommand => ({
  label: `${label}(${at})`,
  isRefusable: false,
  prepare: (world) => {
    const slot = pickScan(world, at);
    const now = world.billingWorld.now.toISOString();
    // Refunds that do not fit the transaction follow later (end-scan.ts).
    const isAtomic = label !== 'prepare' && (world.model.scans[slot]?.units.length ?? 0) <= 40;
    return { act: act(slot), isAtomic, predict: [(model) => predict(model, slot, now)] };
  },
});

/** Two concurrent ones may conflict on every unit until they give up; the workflow then retries. */
const prepareOrGiveUp =
  (slot: number): Act =>
  (billingWorld, store) =>
    real
      .prepare(slot)(billingWorld, store)
      .catch((error: unknown) => {
        if (error instanceof Transient) return 'try again';
        throw error;
      });
export const prepare = (at: number): WorldCommand =>
  onScan('prepare', at, {
    act: prepareOrGiveUp,
    predict: (model, slot, now) =>
      scanModel.prepareScan(model, { slot, found: commits[model.scans[slot]?.commit ?? 0] ?? [] }, now),
  });
export const finish = ([at, failing]: [number, number]): WorldCommand =>
  onScan(`finish ${failing}`, at, {
    act: (slot) => real.finish(slot, failing),
    predict: (model, slot, now) => scanModel.finishScan(model, { slot, failing }, now),
  });
const cancel = (at: number): WorldCommand =>
  onScan('cancel', at, {
    act: real.cancel,
    predict: (model, slot, now) => scanModel.stopScan(model, { slot, status: 'cancelled' }, now),
  });
const crash = (at: number): WorldCommand =>
  onScan('crash', at, {
    act: real.crash,
    predict: (model, slot, now) => scanModel.stopScan(model, { slot, status: 'failed' }, now),
  });

const sweep: WorldCommand = {
  label: 'sweep',
  isRefusable: false,
  prepare: ({ billingWorld }) => ({
    act: real.sweep,
    isAtomic: false,
    predict: [(model) => scanModel.sweepScans(model, billingWorld.now.toISOString())],
  }),
};

export const accountCommand = ({ label, prepare: prepareCommand }: NamedCommand): WorldCommand => ({
  label,
  isRefusable: true,
  prepare: (world) => {
    const now = world.billingWorld.now.toISOString();
    const command = prepareCommand(world.model.customer, now, `id-${++world.ids}`);
    return {
      act: real.execute(command),
      isAtomic: true,
      predict: [({ customer }) => command.predict(customer)],
    };
  },
});

const limits = fc.record(
  { soft: fc.integer({ min: 0, max: 8 }), hard: fc.integer({ min: 0, max: 12 }) },
  { requiredKeys: [] },
);

/** Sets or removes the budget of the client organization. */
const setBudget = ({ core, sast }: NonNullable<Customer['budget']>): WorldCommand => ({
  label: `setBudget(${JSON.stringify({ core, sast })})`,
  isRefusable: true,
  prepare: (world) => {
    const { organizations, now } = world.billingWorld;
    const [, organizationId = ''] = organizations;
    const isLimited = (limit = {}): boolean => Object.keys(limit).length > 0;
    const budget = { ...(isLimited(core) && { core }), ...(isLimited(sast) && { sast }) };
    const isWrong = Object.values(budget).some(({ soft = 0, hard = Infinity } = {}) => soft > hard);
    const command = ruleCommand((_now, cause) => [
      (state) => setClientBudget(state, { organizationId, budget, cause }),
      (customer) => {
        if (isWrong) return 'validation_failed';
        if (isLimited(budget)) customer.budget = budget;
        else delete customer.budget;
        return 'done';
      },
    ])(world.model.customer, now.toISOString(), `id-${++world.ids}`);
    const predict = ({ customer }: BillingModel) => command.predict(customer);
    return { act: real.execute(command), isAtomic: true, predict: [predict] };
  },
});

/** Refunds a pack, whose money the payment provider may refuse to return. */
const refundCreditPack = ([at, isRefused]: [number, boolean]): WorldCommand => ({
  label: `refundCreditPack(${at}${isRefused ? ' refused' : ''})`,
  isRefusable: false,
  prepare: (world) => {
    const { packs } = world.model.customer;
    const pack = packs[at % Math.max(1, packs.length)];
    if (!pack) return { act: async () => 'nothing', isAtomic: true, predict: [() => 'nothing'] };
    const now = world.billingWorld.now.toISOString();
    // The random sessions may name a pack of each pool; a real session has one.
    const named = ({ packs: all }: Customer) =>
      all.filter(({ cause }) => cause === pack.cause).toSorted((a, b) => (a.pool < b.pool ? -1 : 1))[0];
    const decide = ruleCommand(() => [
      noChange,
      (customer) => {
        const found = named(customer);
        const period = found && customer.pools[found.pool];
        const credits = found && period ? Math.min(found.credits, unspentBoughtIn(period)) : 0;
        if (!found || !period || credits === 0) return 'conflict';
        found.refunded = true;
        if (!isRefused) buy(period, -credits);
        return 'done';
      },
    ]);
    const predict = ({ customer }: BillingModel): string => {
      // A second refund is refused before the account is brought up to date.
      if (named(customer)?.refunded ?? true) return 'conflict';
      const result = decide(customer, now, '').predict(customer);
      return isRefused ? 'conflict' : result;
    };
    const payment = { ...pack, refundId: `id-${++world.ids}`, isRefused };
    return { act: real.refundCreditPack(payment), isAtomic: false, predict: [predict] };
  },
});

const nth = fc.nat(12);
const scanRequests: fc.Arbitrary<ScanRequest> = fc
  .record({
    who: fc.constantFrom(...people),
    repository: fc.constantFrom(0, 0, 1, 1, 1, 2),
    commit: fc.constantFrom(0, 1, 1, 2, 2, 3, 3, 4),
    types: fc.constantFrom<ScanRequest['types'][]>('all', 'all', 'sca', 'sast', 'both'),
  })
  .map(({ who, ...request }) => ({ ...who, ...request }));

export const worldCommands: fc.Arbitrary<WorldCommand> = fc.oneof(
  { weight: 12, arbitrary: scanRequests.map(create) },
  { weight: 2, arbitrary: scanRequests.map(createTwice) },
  { weight: 7, arbitrary: nth.map(prepare) },
  { weight: 6, arbitrary: fc.tuple(nth, fc.constantFrom(-1, -1, 0, 1)).map(finish) },
  { weight: 3, arbitrary: nth.map(cancel) },
  { weight: 2, arbitrary: nth.map(crash) },
  { weight: 2, arbitrary: fc.constant(sweep) },
  { weight: 2, arbitrary: fc.record({ core: limits, sast: limits }, { requiredKeys: [] }).map(setBudget) },
  { weight: 3, arbitrary: fc.tuple(nth, fc.constantFrom(false, false, false, true)).map(refundCreditPack) },
  {
    weight: 20,
    arbitrary: accountCommands.map(accountCommand),
  },
);
