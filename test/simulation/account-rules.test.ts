import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  hardDays,
  organizations,
  pauses,
  ruleCommands,
  type NamedCommand,
} from '../models/command-arbitraries.ts';
import { poolViolations, observeState } from '../models/pool-invariants.ts';
import { plusMs } from '../models/model-calendar.ts';
import { observe, type Customer } from '../models/account-model.ts';
import { customerOf, InMemoryAccount } from '../models/in-memory-account.ts';
import { commandsToRun, reportCount } from '../models/run-counter.ts';

/** The rules of money against a second telling of them: after every step both have the same account. */

const commandsRun = reportCount('model commands on the rules');

interface World {
  account: InMemoryAccount;
  now: string;
  ids: number;
}

/** Whatever differs after a step. */
const expectAgreement = (customer: Customer, { account }: World): void => {
  expect(observeState(account.state)).toEqual(observe(customer));
  const entries = [...account.entries.values()];
  for (const pool of Object.values(account.state.pools)) {
    const balance = entries.reduce((sum, entry) => sum + (entry.pool === pool.pool ? entry.amount : 0), 0);
    expect([pool.pool, balance, poolViolations(pool, entries)]).toEqual([pool.pool, pool.available, []]);
  }
};

const stepOf = ({ label, prepare: make }: NamedCommand, pause: number): fc.Command<Customer, World> => ({
  check: () => true,
  run: (customer, world) => {
    commandsRun.add();
    world.now = plusMs(world.now, pause);
    const deed = make(customer, world.now, `id-${++world.ids}`);
    const said = deed.predict(customer);
    expect(world.account.do(deed, world.now)).toBe(said);
    expectAgreement(customer, world);
  },
  toString: () => `+${pause} ${label}`,
});

const steps = fc.tuple(ruleCommands, pauses).map(([named, pause]) => stepOf(named, pause));
const lives = fc.tuple(organizations, hardDays, fc.commands([steps], { maxCommands: 120, size: 'max' }));

const expectAnyLife = (numRuns: number): void =>
  fc.assert(
    fc.property(lives, ([order, from, commands]) => {
      const account = new InMemoryAccount(order, from);
      fc.modelRun(() => ({ model: customerOf(order, from), real: { account, now: from, ids: 0 } }), commands);
    }),
    { numRuns },
  );

test(
  'the rules of money make of any history what a second telling of them does',
  { timeout: 3_600_000 },
  () => {
    while (commandsRun.count() < commandsToRun(6_000)) expectAnyLife(25);
  },
);
