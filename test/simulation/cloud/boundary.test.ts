import { expect, test } from 'vitest';
import { Scheduler, TimedOut } from '../scheduler/scheduler.ts';
import { Boundary } from './boundary.ts';

const noFaults = { next: () => undefined, skewOf: () => 0 };
const second = 1_000;

test('a process that is not done within its limit is cut off, and one that is goes on', async () => {
  const scheduler = new Scheduler(1, 0);
  const ends: unknown[] = [];
  const begin = (name: string, seconds: number): void =>
    void scheduler
      .start({ name, limitMs: 10 * second }, () => scheduler.sleep(seconds * second))
      .then(
        () => ends.push([name, scheduler.now]),
        (error: unknown) => ends.push([name, error instanceof TimedOut, scheduler.now]),
      );
  begin('quick', 9);
  begin('slow', 11);
  await scheduler.runUntil(60 * second);
  expect(ends).toEqual([
    ['quick', 9 * second],
    ['slow', true, 10 * second],
  ]);
  expect(scheduler.running).toEqual([]);
});

test('whoever calls is told at the limit that there is no answer, while what was called goes on to its end', async () => {
  const scheduler = new Scheduler(1, 0);
  const boundary = new Boundary(scheduler, noFaults);
  boundary.limitOf = ({ service }) => (service === 'gateway' ? 29 * second : undefined);
  const ends: unknown[] = [];
  const ask = (service: string, seconds: number): void => {
    const call = { service, operation: 'slow', isWrite: true };
    const done = (): Promise<string> =>
      scheduler
        .start({ name: 'called' }, () => scheduler.sleep(seconds * second))
        .then(() => `did it in ${seconds}`)
        .finally(() => ends.push(`${service} ended`));
    void scheduler
      .start({ name: 'caller' }, () => boundary.call(call, done))
      .then(
        (told) => ends.push(`${service} ${told}`),
        (error: Error) => ends.push(`${service} ${error.name}, ${Math.floor(scheduler.now / second)} s`),
      );
  };
  ask('gateway', 20);
  ask('gateway', 40);
  ask('states', 50);
  await scheduler.runUntil(120 * second);
  expect(ends).toEqual([
    'gateway ended',
    'gateway did it in 20',
    'gateway TimeoutError, 29 s',
    'gateway ended',
    'states ended',
    'states did it in 50',
  ]);
});
