import { expect, test } from 'vitest';
import { readSchedule } from '@scangate/emulator-aws/events/schedule';

const utc = (text: string) => Date.parse(text);

test.each([
  ['rate(5 minutes)', '2030-01-01T00:00:30Z', '2030-01-01T00:05:30Z'],
  ['rate(1 day)', '2030-01-01T00:00:00Z', '2030-01-02T00:00:00Z'],
  ['cron(0 2 * * ? *)', '2030-01-01T02:00:00Z', '2030-01-02T02:00:00Z'],
  ['cron(15,45 8-9 ? * MON-FRI *)', '2030-01-04T09:45:00Z', '2030-01-07T08:15:00Z'],
  ['cron(0/20 * 1 JAN,JUL ? *)', '2030-01-01T23:40:00Z', '2030-07-01T00:00:00Z'],
  ['cron(0 0 29 2 ? *)', '2029-01-01T00:00:00Z', '2032-02-29T00:00:00Z'],
])('%s after %s is due at %s', (expression, after, due) => {
  expect(new Date(readSchedule(expression).next(utc(after))).toISOString()).toBe(new Date(due).toISOString());
});

test.each([
  'rate(0 minutes)',
  'rate(5 fortnights)',
  'cron(0 0 L * ? *)',
  'cron(61 * * * ? *)',
  'cron(* * * * *)',
  'at(x)',
])('the unsupported schedule %s is refused', (expression) => {
  expect(() => readSchedule(expression)).toThrow(RangeError);
});
