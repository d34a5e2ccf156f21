import * as fc from 'fast-check';
import { Transient } from '@scangate/domain/problem';
import { accountCommands, type NamedCommand } from './command-arbitraries.ts';
import * as real from './billing-world.ts';
import { commits, people, type Act, type BillingWorld } from './billing-world.ts';
import * as told from './scan-model.ts';
import type { BillingModel, ScanRequest } from './scan-model.ts';

/** Everything that can happen to an economy: as it is done, and as the model tells it. */

export interface ModelWorld {
  billingWorld: BillingWorld;
  model: BillingModel;
  /** Names given so far: of scans asked for, of payments, of adjustments. */
  ids: number;
  /** Scans that ended, as they ended. */
  ended: Map<string, string>;
}

export interface PreparedCommand {
  act: Act;
  /** Done in one write, or not at all: so that of several at once the model can tell what may come of them. */
  isAtomic: boolean;
  /** One after the other, with whatever else happens between; the last one says what is said. */
  predict: ((situation: BillingModel) => string | undefined)[];
}

export interface WorldCommand {
  label: string;
  /** What it is, once the world is known that it happens in. */
  prepare: (world: ModelWorld) => PreparedCommand;
  /** Says a code when it is refused, and then has written nothing. */
  isRefusable: boolean;
}

const pickScan = ({ billingWorld: economy }: ModelWorld, at: number): number => {
  const slots = [...economy.scans.keys()].toSorted((a, b) => a - b);
  return slots[at % Math.max(1, slots.length)] ?? -1;
};

const creating = (world: ModelWorld, wish: ScanRequest): PreparedCommand['predict'] => {
  const slot = world.ids;
  const now = world.billingWorld.now.toISOString();
  let admitted: told.PassedGates | string;
  return [
    (situation) => void (admitted = told.passGates(situation, wish, now)),
    (situation) =>
      typeof admitted === 'string' ? admitted : told.recordScan(situation, wish, slot, admitted, now),
  ];
};

export const create = (wish: ScanRequest): WorldCommand => ({
  label: `create(${Object.values(wish).join(' ')})`,
  isRefusable: true,
  prepare: (world) => ({
    act: real.create(wish, ++world.ids),
    isAtomic: true,
    predict: creating(world, wish),
  }),
});

/** Asked with a key, and again: the second is answered as the first was, and takes nothing. */
const createTwice = (wish: ScanRequest): WorldCommand => ({
  label: `create twice(${Object.values(wish).join(' ')})`,
  isRefusable: false,
  prepare: (world) => {
    const once = real.create(wish, ++world.ids, `key-${world.ids}`);
    const [gates, write] = creating(world, wish);
    return {
      isAtomic: false,
      act: async (...args) => `${await once(...args)}, ${await once(...args)}`,
      predict: [
        (situation) => {
          gates?.(situation);
          const said = write?.(situation);
          return `${said}, ${said === 'created' || said === 'found' ? 'replayed' : said}`;
        },
      ],
    };
  },
});

type Tell = (situation: BillingModel, slot: number, now: string) => string;
const onScan = (label: string, at: number, act: (slot: number) => Act, tell: Tell): WorldCommand => ({
  label: `${label}(${at})`,
  isRefusable: false,
  prepare: (world) => {
    const slot = pickScan(world, at);
    const now = world.billingWorld.now.toISOString();
    // More refunds than fit one write follow by themselves (end-scan.ts).
    const isAtomic = label !== 'prepare' && (world.model.scans[slot]?.units.length ?? 0) <= 40;
    return { act: act(slot), isAtomic, predict: [(situation) => tell(situation, slot, now)] };
  },
});

/** Two at once, unit by unit, may get into each other's way for long: the workflow tries again. */
const prepareOrNot =
  (slot: number): Act =>
  (economy, store) =>
    real
      .prepare(slot)(economy, store)
      .catch((error: unknown) => {
        if (error instanceof Transient) return 'try again';
        throw error;
      });
export const prepare = (at: number): WorldCommand =>
  onScan('prepare', at, prepareOrNot, (situation, slot, now) =>
    told.prepareScan(situation, slot, commits[situation.scans[slot]?.commit ?? 0] ?? [], now),
  );
export const finish = ([at, failing]: [number, number]): WorldCommand =>
  onScan(
    `finish ${failing}`,
    at,
    (slot) => real.finish(slot, failing),
    (situation, slot, now) => told.finishScan(situation, slot, failing, now),
  );
const cancel = (at: number): WorldCommand =>
  onScan('cancel', at, real.cancel, (situation, slot, now) =>
    told.stopScan(situation, slot, 'cancelled', now),
  );
const die = (at: number): WorldCommand =>
  onScan('die', at, real.die, (situation, slot, now) => told.stopScan(situation, slot, 'failed', now));

const sweep: WorldCommand = {
  label: 'sweep',
  isRefusable: false,
  prepare: ({ billingWorld: economy }) => ({
    act: real.sweepNow,
    isAtomic: false,
    predict: [(situation) => told.sweepScans(situation, economy.now.toISOString())],
  }),
};

export const accountCommand = ({ label, prepare: make }: NamedCommand): WorldCommand => ({
  label,
  isRefusable: true,
  prepare: (world) => {
    const now = world.billingWorld.now.toISOString();
    const deed = make(world.model.customer, now, `id-${++world.ids}`);
    return {
      act: real.execute(deed),
      isAtomic: true,
      predict: [({ customer }) => deed.predict(customer)],
    };
  },
});

const nth = fc.nat(12);
const wishes: fc.Arbitrary<ScanRequest> = fc
  .record({
    who: fc.constantFrom(...people),
    repository: fc.constantFrom(0, 0, 1, 1, 1, 2),
    commit: fc.constantFrom(0, 1, 1, 2, 2, 3, 3, 4),
    types: fc.constantFrom<ScanRequest['types'][]>('all', 'all', 'sca', 'sast', 'both'),
  })
  .map(({ who, ...wish }) => ({ ...who, ...wish }));

export const worldCommands: fc.Arbitrary<WorldCommand> = fc.oneof(
  { weight: 12, arbitrary: wishes.map(create) },
  { weight: 2, arbitrary: wishes.map(createTwice) },
  { weight: 7, arbitrary: nth.map(prepare) },
  { weight: 6, arbitrary: fc.tuple(nth, fc.constantFrom(-1, -1, 0, 1)).map(finish) },
  { weight: 3, arbitrary: nth.map(cancel) },
  { weight: 2, arbitrary: nth.map(die) },
  { weight: 2, arbitrary: fc.constant(sweep) },
  {
    weight: 20,
    arbitrary: accountCommands.map(accountCommand),
  },
);
