import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hardDays, orders, pauses, pureDeeds, type Named } from '../support/money-arbitraries.ts';
import { purseFaults, seen } from '../support/money-books.ts';
import { plusMs } from '../support/money-calendar.ts';
import { observe, type Customer } from '../support/money-model.ts';
import { customerOf, PureAccount } from '../support/money-pure.ts';
import { commandsToRun, tally } from '../support/money-tally.ts';

/** The rules of money against a second telling of them: after every step both have the same account. */

const commandsRun = tally('model commands on the rules');

interface World {
  account: PureAccount;
  now: string;
  ids: number;
}

class Step implements fc.Command<Customer, World> {
  readonly #named: Named;
  readonly #pause: number;
  constructor(named: Named, pause: number) {
    this.#named = named;
    this.#pause = pause;
  }
  check = () => true;
  run(customer: Customer, world: World): void {
    commandsRun.add();
    world.now = plusMs(world.now, this.#pause);
    const deed = this.#named.make(customer, world.now, `id-${++world.ids}`);
    const predicted = deed.predict(customer);
    expect(world.account.do(deed, world.now)).toBe(predicted);
    expect(seen(world.account.state)).toEqual(observe(customer));
    const entries = [...world.account.entries.values()];
    for (const pool of Object.values(world.account.state.pools)) {
      const balance = entries.reduce((sum, entry) => sum + (entry.pool === pool.pool ? entry.amount : 0), 0);
      expect([pool.pool, balance, purseFaults(pool, entries)]).toEqual([pool.pool, pool.available, []]);
    }
  }
  toString = () => `+${this.#pause} ${this.#named.label}`;
}

const steps = fc.tuple(pureDeeds, pauses).map(([named, pause]) => new Step(named, pause));
const lives = fc.tuple(orders, hardDays, fc.commands([steps], { maxCommands: 120, size: 'max' }));

describe('the rules of money', () => {
  test('make of any history what a second telling of them makes of it', () => {
    while (commandsRun.count() < commandsToRun(6_000))
      fc.assert(
        fc.property(lives, ([order, from, commands]) => {
          fc.modelRun(
            () => ({
              model: customerOf(order, from),
              real: { account: new PureAccount(order, from), now: from, ids: 0 },
            }),
            commands,
          );
        }),
        { numRuns: 25 },
      );
  });
});
