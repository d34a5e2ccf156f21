import { expect, test } from 'vitest';
import { openActivity } from '@scangate/emulator-host/activity';
import { openClock } from '@scangate/emulator-host/clock';

const hourMs = 3_600_000;

test('moving the clock runs due callbacks in order, each at its own instant', async () => {
  const clock = openClock();
  const start = clock.now();
  const ran: [string, number][] = [];
  const note = (name: string) => () => void ran.push([name, Math.round((clock.now() - start) / hourMs)]);
  clock.at(start + 3 * hourMs, note('third'));
  clock.at(start + hourMs, note('first'));
  clock.at(start + 2 * hourMs, note('second'));
  clock.at(start + 9 * hourMs, note('later'));
  await clock.advanceTo(start + 5 * hourMs);
  expect(ran).toEqual([
    ['first', 1],
    ['second', 2],
    ['third', 3],
  ]);
  expect(clock.now()).toBeGreaterThanOrEqual(start + 5 * hourMs);
  clock.close();
});

test('a callback that is scheduled during a move runs within the move', async () => {
  const clock = openClock();
  const start = clock.now();
  const ran: number[] = [];
  const again = () => {
    ran.push(Math.round((clock.now() - start) / hourMs));
    if (ran.length < 10) clock.at(clock.now() + hourMs, again);
  };
  clock.at(start + hourMs, again);
  await clock.advanceTo(start + 4.5 * hourMs);
  expect(ran).toEqual([1, 2, 3, 4]);
  clock.close();
});

test('the clock waits for the work that a callback started', async () => {
  const activity = openActivity();
  const clock = openClock({ waitUntilIdle: () => activity.idle() });
  const start = clock.now();
  const seen: string[] = [];
  clock.at(start + hourMs, () => {
    const end = activity.begin('work');
    setImmediate(() => {
      seen.push(`work at ${Math.round((clock.now() - start) / hourMs)}`);
      end();
    });
  });
  clock.at(start + 2 * hourMs, () => void seen.push('next'));
  await clock.advanceTo(start + 3 * hourMs);
  expect(seen).toEqual(['work at 1', 'next']);
  clock.close();
});

test('the clock refuses to go back, and concurrent moves follow each other', async () => {
  const clock = openClock();
  const start = clock.now();
  await expect(clock.advanceTo(start - 1000)).rejects.toThrow(RangeError);
  const ran: number[] = [];
  clock.at(start + hourMs, () => void ran.push(1));
  clock.at(start + 2 * hourMs, () => void ran.push(2));
  await Promise.all([clock.advanceTo(start + 2 * hourMs), clock.advanceTo(start + hourMs)]);
  expect(ran).toEqual([1, 2]);
  clock.close();
});

test('every shift is reported before a callback runs under it', async () => {
  const shifts: number[] = [];
  const clock = openClock({ onShift: (shiftMs) => void shifts.push(shiftMs) });
  let shiftsBefore = 0;
  clock.at(clock.now() + hourMs, () => void (shiftsBefore = shifts.length));
  await clock.advanceTo(clock.now() + 2 * hourMs);
  expect(shiftsBefore).toBe(1);
  expect(shifts).toHaveLength(2);
  clock.close();
});

test('callbacks also run as real time passes', async () => {
  const clock = openClock();
  await clock.until(clock.now() + 5);
  const stopped = new AbortController();
  const waiting = clock.until(clock.now() + hourMs, stopped.signal);
  stopped.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  clock.close();
});

test('a callback that fails is reported, and the others run', async () => {
  const failures: unknown[] = [];
  const clock = openClock({ onError: (error) => void failures.push(error) });
  let ran = false;
  clock.at(clock.now() + 1000, () => Promise.reject(new Error('broken')));
  clock.at(clock.now() + 2000, () => void (ran = true));
  await clock.advanceTo(clock.now() + 3000);
  expect(failures).toHaveLength(1);
  expect(ran).toBe(true);
  clock.close();
});

test('waiting for idleness ends at its timeout and returns false', async () => {
  const activity = openActivity();
  const end = activity.begin('hanging');
  expect(await activity.idle(1)).toBe(false);
  expect(activity.list()).toEqual(['hanging']);
  end();
  expect(await activity.idle(1000)).toBe(true);
});
