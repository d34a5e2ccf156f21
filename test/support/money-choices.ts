import * as fc from 'fast-check';
import { Transient } from '../../lib/domain/problem.ts';
import { deeds, type Named } from './money-arbitraries.ts';
import * as real from './money-economy.ts';
import { commits, people, type Act, type Economy } from './money-economy.ts';
import * as told from './money-scans.ts';
import type { Situation, Wish } from './money-scans.ts';

/** Everything that can happen to an economy: as it is done, and as the model tells it. */

export interface World {
  economy: Economy;
  situation: Situation;
  /** Names given so far: of scans asked for, of payments, of adjustments. */
  ids: number;
  /** Scans that ended, as they ended. */
  ended: Map<string, string>;
}

export interface Doing {
  act: Act;
  /** Done in one write, or not at all: so that of several at once the model can tell what may come of them. */
  isAtomic: boolean;
  /** One after the other, with whatever else happens between; the last one says what is said. */
  predict: ((situation: Situation) => string | undefined)[];
}

export interface Choice {
  label: string;
  /** What it is, once the world is known that it happens in. */
  choose: (world: World) => Doing;
  /** Says a code when it is refused, and then has written nothing. */
  isRefusable: boolean;
}

const pickScan = ({ economy }: World, at: number): number => {
  const slots = [...economy.scans.keys()].toSorted((a, b) => a - b);
  return slots[at % Math.max(1, slots.length)] ?? -1;
};

const creating = (world: World, wish: Wish): Doing['predict'] => {
  const slot = world.ids;
  const now = world.economy.now.toISOString();
  let admitted: told.Admitted | string;
  return [
    (situation) => void (admitted = told.admit(situation, wish, now)),
    (situation) =>
      typeof admitted === 'string' ? admitted : told.enter(situation, wish, slot, admitted, now),
  ];
};

export const create = (wish: Wish): Choice => ({
  label: `create(${Object.values(wish).join(' ')})`,
  isRefusable: true,
  choose: (world) => ({
    act: real.create(wish, ++world.ids),
    isAtomic: true,
    predict: creating(world, wish),
  }),
});

/** Asked with a key, and again: the second is answered as the first was, and takes nothing. */
const createTwice = (wish: Wish): Choice => ({
  label: `create twice(${Object.values(wish).join(' ')})`,
  isRefusable: false,
  choose: (world) => {
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

type Tell = (situation: Situation, slot: number, now: string) => string;
const onScan = (label: string, at: number, act: (slot: number) => Act, tell: Tell): Choice => ({
  label: `${label}(${at})`,
  isRefusable: false,
  choose: (world) => {
    const slot = pickScan(world, at);
    const now = world.economy.now.toISOString();
    // More refunds than fit one write follow by themselves (end-scan.ts).
    const isAtomic = label !== 'prepare' && (world.situation.scans[slot]?.units.length ?? 0) <= 40;
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
export const prepare = (at: number): Choice =>
  onScan('prepare', at, prepareOrNot, (situation, slot, now) =>
    told.prepared(situation, slot, commits[situation.scans[slot]?.commit ?? 0] ?? [], now),
  );
export const finish = ([at, failing]: [number, number]): Choice =>
  onScan(
    `finish ${failing}`,
    at,
    (slot) => real.finish(slot, failing),
    (situation, slot, now) => told.finished(situation, slot, failing, now),
  );
const cancel = (at: number): Choice =>
  onScan('cancel', at, real.cancel, (situation, slot, now) =>
    told.stopped(situation, slot, 'cancelled', now),
  );
const die = (at: number): Choice =>
  onScan('die', at, real.die, (situation, slot, now) => told.stopped(situation, slot, 'failed', now));

const sweep: Choice = {
  label: 'sweep',
  isRefusable: false,
  choose: ({ economy }) => ({
    act: real.sweepNow,
    isAtomic: false,
    predict: [(situation) => told.swept(situation, economy.now.toISOString())],
  }),
};

export const befalling = ({ label, make }: Named): Choice => ({
  label,
  isRefusable: true,
  choose: (world) => {
    const now = world.economy.now.toISOString();
    const deed = make(world.situation.customer, now, `id-${++world.ids}`);
    return {
      act: real.perform(deed),
      isAtomic: true,
      predict: [({ customer }) => deed.predict(customer)],
    };
  },
});

const nth = fc.nat(12);
const wishes: fc.Arbitrary<Wish> = fc
  .record({
    who: fc.constantFrom(...people),
    repository: fc.constantFrom(0, 0, 1, 1, 1, 2),
    commit: fc.constantFrom(0, 1, 1, 2, 2, 3, 3, 4),
    types: fc.constantFrom<Wish['types'][]>('all', 'all', 'sca', 'sast', 'both'),
  })
  .map(({ who, ...wish }) => ({ ...who, ...wish }));

export const choices: fc.Arbitrary<Choice> = fc.oneof(
  { weight: 12, arbitrary: wishes.map(create) },
  { weight: 2, arbitrary: wishes.map(createTwice) },
  { weight: 7, arbitrary: nth.map(prepare) },
  { weight: 6, arbitrary: fc.tuple(nth, fc.constantFrom(-1, -1, 0, 1)).map(finish) },
  { weight: 3, arbitrary: nth.map(cancel) },
  { weight: 2, arbitrary: nth.map(die) },
  { weight: 2, arbitrary: fc.constant(sweep) },
  {
    weight: 20,
    arbitrary: deeds.map(befalling),
  },
);
