import { expect, test } from 'vitest';
import { Process } from '../scheduler/process.ts';
import { Scheduler } from '../scheduler/scheduler.ts';
import { newThread } from '../scheduler/thread.ts';
import { Database } from './database/database.ts';
import { IdleSchedules } from './idle-schedules.ts';

const asked = { service: 'ssm', operation: 'GetParameter', input: {}, answer: {} };

const begun = (): { idle: IdleSchedules; newRun: () => Process } => {
  const scheduler = new Scheduler(1, Date.parse('2026-03-10T00:00:00Z'));
  const idle = new IdleSchedules(new Database([], scheduler, new Map() as never), scheduler, false);
  const thread = newThread(1, 'a schedule');
  const options = { name: 'sweep', thread, random: () => 0, skewMs: 0, input: undefined, triesLeft: 0 };
  const newRun = (): Process => new Process({ ...options, number: 1 }, { busy: 0 });
  return { idle, newRun };
};

test('a schedule is idle whose last run found nothing', () => {
  const { idle, newRun } = begun();
  const run = newRun();
  idle.begin(run);
  idle.note(run, asked);
  expect(idle.isIdle('sweep')).toBe(false);
  run.end();
  expect(idle.isIdle('sweep')).toBe(true);
});

test('a run that ends beside a later one, of which an answer is missing, does not make a schedule idle', () => {
  const { idle, newRun } = begun();
  const [one, other] = [newRun(), newRun()];
  for (const run of [one, other]) idle.begin(run);
  idle.note(one, asked);
  for (const run of [one, other]) run.end();
  expect(idle.isIdle('sweep')).toBe(false);
});
