import * as fc from 'fast-check';
import { Transient } from '@scangate/domain/problem';
import { accountCommands, type NamedCommand } from './command-arbitraries.ts';
import * as real from './billing-world.ts';
import { commits, people, type Act, type BillingWorld } from './billing-world.ts';
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
  {
    weight: 20,
    arbitrary: accountCommands.map(accountCommand),
  },
);
