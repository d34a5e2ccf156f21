import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { commandsToRun, reportCount } from '../models/run-counter.ts';
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

const commandCount = reportCount('commands at the till');
const crashes = reportCount('of them with a call that something befell');

/** Quiet: no message is on its way, and the sweep went by. */
const expectAgreement = async ({ world }: Scenario): Promise<void> => {
  for (let times = 0; times < 2; times++) await sweep(world);
  expect(await paymentViolations(world)).toEqual([]);
};

/** Each way to begin, once; lives go on from copies of it. */
const begin = async (): Promise<[string, Scenario][]> => {
  const lives: [string, Scenario][] = [];
  for (const [name, buying] of Object.entries(startingPoints)) {
    const world = await openPaymentWorld('2026-01-30T10:00:00.000Z');
    await world.to('2026-01-31T12:00:00.000Z');
    const coupon = await world.client.coupons.create({ percent_off: 50, duration: 'once' });
    const promotion = { type: 'coupon', coupon: coupon.id } as const;
    const { id } = await world.client.promotionCodes.create({ promotion });
    const life: Scenario = { world, waiting: [], requests: { made: 0 }, promotionId: id, ports: world };
    await buying(life);
    await takeEvents(world);
    lives.push([name, life]);
  }
  return lives;
};

const live = async (before: Scenario, some: readonly Command[]): Promise<void> => {
  const world = await copyOfWorld(before.world);
  const life: Scenario = { ...before, world, ports: world, waiting: [] };
  for (const [place, deed] of some.entries()) {
    await runCommand(life, deed);
    commandCount.add();
    if (deed.fault) crashes.add();
    if (place % 12 === 11) await expectAgreement(life);
  }
  await expectAgreement(life);
};

/** `MODEL_SEED` plays the same lives again. */
const seed = process.env['MODEL_SEED'] === undefined ? {} : { seed: Number(process.env['MODEL_SEED']) };
const mostDeeds = 60;

const named = <T extends object>(thing: T, name: string) => ({ ...thing, [fc.toStringMethod]: () => name });

describe('whatever is asked, paid, lost, told twice or late', () => {
  test('once it is quiet the account is what Stripe says is paid', { timeout: 3_600_000 }, async () => {
    const lives = (await begin()).map(([name, life]) => named({ life }, name));
    const runs = fc.record({
      from: fc.constantFrom(...lives),
      some: fc.array(
        commands.map((deed) => named(deed, deed.label)),
        { minLength: 1, maxLength: mostDeeds, size: 'max' },
      ),
    });
    const numRuns = Math.ceil(commandsToRun(6_000) / (mostDeeds / 2));
    await fc.assert(
      fc.asyncProperty(runs, ({ from, some }) => live(from.life, some)),
      { numRuns, ...seed },
    );
    expect(commandCount.count()).toBeGreaterThan(numRuns);
  });
});
