import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { commandsToRun, reportCount } from '../support/runs/run-counter.ts';
import {
  startingPoints,
  commands,
  runCommand,
  type Command,
  type Scenario,
} from '../support/payments/payment-commands.ts';
import { paymentViolations } from '../support/payments/payment-violations.ts';
import { takeEvents } from '../support/payments/deliver-events.ts';
import { sweep } from '../support/payments/payment-scenario.ts';
import { copyOfWorld, openPaymentWorld } from '../support/payments/payment-world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const commandCount = reportCount('payment commands');
const crashes = reportCount('payment commands with an injected fault');

/** Runs the sweep twice and expects no difference to Stripe. */
const expectAgreement = async ({ world }: Scenario): Promise<void> => {
  for (let times = 0; times < 2; times++) await sweep(world);
  expect(await paymentViolations(world)).toEqual([]);
};

/** Builds each starting point once; scenarios run on copies of it. */
const begin = async (): Promise<[string, Scenario][]> => {
  const starts: [string, Scenario][] = [];
  for (const [name, buying] of Object.entries(startingPoints)) {
    const world = await openPaymentWorld('2026-01-30T10:00:00.000Z');
    await world.to('2026-01-31T12:00:00.000Z');
    const coupon = await world.client.coupons.create({ percent_off: 50, duration: 'once' });
    const promotion = { type: 'coupon', coupon: coupon.id } as const;
    const { id } = await world.client.promotionCodes.create({ promotion });
    const scenario: Scenario = { world, waiting: [], requests: { made: 0 }, promotionId: id, ports: world };
    await buying(scenario);
    await takeEvents(world);
    starts.push([name, scenario]);
  }
  return starts;
};

const play = async (before: Scenario, some: readonly Command[]): Promise<void> => {
  const world = await copyOfWorld(before.world);
  const scenario: Scenario = { ...before, world, ports: world, waiting: [] };
  for (const [place, command] of some.entries()) {
    await runCommand(scenario, command);
    commandCount.add();
    if (command.fault) crashes.add();
    if (place % 12 === 11) await expectAgreement(scenario);
  }
  await expectAgreement(scenario);
};

/** `MODEL_SEED` repeats the scenarios of a run. */
const seed = process.env['MODEL_SEED'] === undefined ? {} : { seed: Number(process.env['MODEL_SEED']) };
const maxCommands = 60;

const named = <T extends object>(thing: T, name: string) => ({ ...thing, [fc.toStringMethod]: () => name });

describe('whatever is requested, paid, lost, repeated or late', () => {
  test('the account finally is what Stripe says is paid', { timeout: 3_600_000 }, async () => {
    const starts = (await begin()).map(([name, scenario]) => named({ scenario }, name));
    const runs = fc.record({
      from: fc.constantFrom(...starts),
      some: fc.array(
        commands.map((command) => named(command, command.label)),
        { minLength: 1, maxLength: maxCommands, size: 'max' },
      ),
    });
    const numRuns = Math.ceil(commandsToRun(2_400) / (maxCommands / 2));
    await fc.assert(
      fc.asyncProperty(runs, ({ from, some }) => play(from.scenario, some)),
      { numRuns, ...seed },
    );
    expect(commandCount.count()).toBeGreaterThan(numRuns);
  });
});
