import { describe, expect, test } from 'vitest';
import { deliveryLifeMs, nextAttemptAt } from '@scangate/domain/delivery/retry-rule';
import { addMs, dayMs, hourMs, minuteMs } from '@scangate/domain/instant';

const at = '2026-03-01T12:00:00.000Z';
const deadlineAt = addMs(at, deliveryLifeMs);
const wait = (tries: number, random = 0.5, retryAfterSeconds?: number) => {
  const asked = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  const next = nextAttemptAt({ tries, deadlineAt, ...asked }, at, random);
  return next === undefined ? undefined : Date.parse(next) - Date.parse(at);
};

test('the delays are 1, 5 and 30 minutes, then 2, 5, 10, 14, 18 and 22 hours, and then it is given up', () => {
  const minutes = Array.from({ length: 10 }, (_, index) => (wait(index + 1) ?? 0) / minuteMs);
  expect(minutes).toEqual([1, 5, 30, 120, 300, 600, 840, 1080, 1320, 0]);
});

test('each delay is spread by a tenth', () => {
  expect([wait(2, 0), wait(2, 0.999_999)]).toEqual([4.5 * minuteMs, 5.5 * minuteMs]);
});

test('ten attempts fit into three days, however they are spread', () => {
  for (const random of [0, 0.5, 0.999_999]) {
    let [now, tries]: [string | undefined, number] = [at, 0];
    const attempts: string[] = [];
    while (now !== undefined) {
      attempts.push(now);
      now = nextAttemptAt({ tries: ++tries, deadlineAt }, now, random);
    }
    expect([attempts.length, (attempts.at(-1) ?? '') < deadlineAt]).toEqual([10, true]);
  }
});

describe('Retry-After of a receiver', () => {
  test.each([
    ['five seconds', 5, minuteMs],
    ['ten minutes', 600, 10 * minuteMs],
    ['three years', 99_999_999, dayMs],
    ['infinity', Infinity, dayMs],
    ['a time in the past', -50, minuteMs],
    ['a value that is not a number', Number.NaN, minuteMs],
  ])('%s', (_name, seconds, expected) => expect(wait(1, 0.5, seconds)).toBe(expected));

  test('never moves an attempt past the deadline', () => {
    const late = addMs(deadlineAt, -2 * hourMs);
    const next = nextAttemptAt({ tries: 3, deadlineAt, retryAfterSeconds: 99_999_999 }, late, 0.5);
    expect((next ?? '9') < deadlineAt).toBe(true);
    expect(nextAttemptAt({ tries: 3, deadlineAt }, addMs(deadlineAt, minuteMs), 0.5)).toBeUndefined();
  });
});
