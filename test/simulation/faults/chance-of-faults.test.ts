import { expect, test } from 'vitest';
import { Scheduler } from '../scheduler/scheduler.ts';
import { ChanceOfFaults } from './chance-of-faults.ts';

const hour = 3_600_000;
const services = ['dynamodb', 'stripe', 'git', 'gateway', 'ses'];

/** The services that do not answer, second by second, in an hour of a world with nearly no other faults. */
const silences = async (seed: number, kept?: ReadonlySet<string>) => {
  const scheduler = new Scheduler(seed, 0);
  const faults = new ChanceOfFaults(scheduler, 1e-12, kept);
  faults.isOn = true;
  faults.begin(hour);
  const silent = new Map<string, number>();
  for (let at = 0; at < hour + 120_000; at += 1_000) {
    await scheduler.runUntil(at);
    for (const service of services) {
      const call = { service, operation: 'any', isWrite: false };
      if (faults.next(call, undefined, at) === 'silence') silent.set(service, (silent.get(service) ?? 0) + 1);
    }
  }
  return { made: faults.made, silent };
};

test('in each world with faults nothing of the region answers for a minute, once, and it can be left out', async () => {
  for (const seed of [1, 2, 3]) {
    const { made, silent } = await silences(seed);
    expect(made.filter((name) => name === 'silence of the region')).toHaveLength(1);
    for (const service of services) expect(silent.get(service)).toBeGreaterThanOrEqual(59);
  }
  expect(await silences(1, new Set())).toEqual({ made: [], silent: new Map() });
});
