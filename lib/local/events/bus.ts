import { randomUUID } from 'node:crypto';
import type { Activity } from '../activity.ts';
import type { Clock } from '../clock.ts';
import type { DataFolder } from '../data-folder.ts';
import type { Functions } from '../functions.ts';
import { StartFailure } from '../start-failure.ts';
import type { RulePlan } from '../template/plan.ts';
import { place, type JsonObject } from '../template/resolve.ts';
import type { Traffic } from '../traffic.ts';
import { readPattern } from './pattern.ts';
import { readSchedule } from './schedule.ts';

export interface BusOptions {
  rules: readonly RulePlan[];
  functions: Functions;
  clock: Clock;
  activity: Activity;
  traffic: Traffic;
  folder: DataFolder;
}

export interface Bus {
  /** Hands an event to the targets of every rule it matches. */
  emit(source: string, detailType: string, resources: string[], detail: JsonObject): void;
  /** Starts the schedules. */
  start(): void;
}

/** A schedule that finds nothing to do ticks at most so often within one move of the clock. */
const quietTicksPerMove = 720;

type LastTicks = Record<string, number>;
const isLastTicks = (value: unknown): value is LastTicks => typeof value === 'object' && value !== null;

/** EventBridge: rules with patterns, and schedules on the movable clock. */
export const openBus = (options: BusOptions): Bus => {
  const { rules, functions, clock, folder } = options;
  const lastTicks = folder.readJson('schedules.json', isLastTicks) ?? {};
  const understood = rules.map((rule) => understand(rule, functions));

  const deliver = (rule: RulePlan, event: JsonObject) => {
    for (const { functionArn, input } of rule.targets) {
      functions.invokeLater(functionArn, input ?? JSON.stringify(event));
    }
  };

  const eventOf = (
    source: string,
    detailType: string,
    resources: string[],
    detail: JsonObject,
  ): JsonObject => ({
    version: '0',
    id: randomUUID(),
    'detail-type': detailType,
    source,
    account: place.account,
    time: new Date(clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
    region: place.region,
    resources,
    detail,
  });

  const tick = async (rule: RulePlan, schedule: ReturnType<typeof readSchedule>, dueAt: number) => {
    const move = clock.advance();
    lastTicks[rule.name] = dueAt;
    // Of a move only its end matters to the next start: a tick too many then does no harm.
    if (!move) folder.writeJson('schedules.json', lastTicks);
    const before = options.traffic.writes();
    deliver(rule, eventOf('aws.events', 'Scheduled Event', [rule.arn], {}));
    let step = 1;
    if (move && schedule.periodMs) {
      await options.activity.idle(quietPatienceMs);
      const quiet = options.traffic.writes() === before;
      if (quiet) step = Math.max(1, Math.ceil((move.to - move.from) / quietTicksPerMove / schedule.periodMs));
    }
    follow(rule, schedule, schedule.periodMs ? dueAt + step * schedule.periodMs : schedule.next(dueAt));
  };

  const follow = (rule: RulePlan, schedule: ReturnType<typeof readSchedule>, dueAt: number) => {
    if (dueAt < Infinity) clock.at(dueAt, () => tick(rule, schedule, dueAt));
  };

  return {
    emit: (source, detailType, resources, detail) => {
      const event = eventOf(source, detailType, resources, detail);
      for (const { rule, matches } of understood) if (matches?.(event)) deliver(rule, event);
    },
    start: () => {
      for (const { rule, schedule } of understood) {
        if (!schedule) continue;
        // What fell due while nothing ran is caught up on once.
        const since = (lastTicks[rule.name] ??= clock.now());
        follow(rule, schedule, Math.max(schedule.next(since), clock.now()));
      }
      folder.writeJson('schedules.json', lastTicks);
    },
  };
};

const quietPatienceMs = 30_000;

const understand = (rule: RulePlan, functions: Functions) => {
  for (const { functionArn } of rule.targets) {
    if (!functions.has(functionArn))
      throw new StartFailure(
        `The rule ${rule.name} has the target ${functionArn}, which is no function here.`,
      );
  }
  try {
    return {
      rule,
      schedule: rule.schedule === undefined ? undefined : readSchedule(rule.schedule),
      matches: rule.pattern && readPattern(rule.pattern),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new StartFailure(
      `The rule ${rule.name} has ${error.message}, which the local cloud does not know.`,
    );
  }
};
