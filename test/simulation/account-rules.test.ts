import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  difficultDates,
  organizations,
  pauses,
  ruleCommands,
  type NamedCommand,
} from '../models/command-arbitraries.ts';
import { poolViolations, observeState } from '../models/pool-invariants.ts';
import { plusMs } from '../models/model-calendar.ts';
import { observe, type Customer } from '../models/account-model.ts';
import { customerOf, InMemoryAccount } from '../models/in-memory-account.ts';
import { commandsToRun, reportCount } from '../support/runs/run-counter.ts';

/** Compares the account rules with the reference model after every command. */

const commandsRun = reportCount('model commands on the account rules');

interface World {
  account: InMemoryAccount;
  now: string;
  ids: number;
}

/** Expects that rules and model have the same account, and that no invariant is violated. */
const expectAgreement = (customer: Customer, { account }: World): void => {
  expect(observeState(account.state)).toEqual(observe(customer));
  const entries = [...account.entries.values()];
  for (const pool of Object.values(account.state.pools)) {
    const balance = entries.reduce((sum, entry) => sum + (entry.pool === pool.pool ? entry.amount : 0), 0);
    expect([pool.pool, balance, poolViolations(pool, entries)]).toEqual([pool.pool, pool.available, []]);
  }
};

const stepOf = ({ label, prepare }: NamedCommand, pause: number): fc.Command<Customer, World> => ({
  check: () => true,
  run: (customer, world) => {
    commandsRun.add();
    world.now = plusMs(world.now, pause);
    const commands = prepare(customer, world.now, `id-${++world.ids}`);
    const result = commands.predict(customer);
    expect(world.account.do(commands, world.now)).toBe(result);
    expectAgreement(customer, world);
  },
  toString: () => `+${pause} ${label}`,
});

const steps = fc.tuple(ruleCommands, pauses).map(([named, pause]) => stepOf(named, pause));
const histories = fc.tuple(
  organizations,
  difficultDates,
  fc.commands([steps], { maxCommands: 120, size: 'max' }),
);

const expectAgreementOnHistories = (numRuns: number): void =>
  fc.assert(
    fc.property(histories, ([order, from, commands]) => {
      const account = new InMemoryAccount(order, from);
      fc.modelRun(() => ({ model: customerOf(order, from), real: { account, now: from, ids: 0 } }), commands);
    }),
    { numRuns },
  );

test('the account rules agree with the reference model on any history', { timeout: 3_600_000 }, () => {
  while (commandsRun.count() < commandsToRun(3_000)) expectAgreementOnHistories(25);
});
