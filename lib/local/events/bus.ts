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

/** A schedule that finds nothing to do ticks about so often within one move of the clock … */
const quietTicksPerMove = 120;
/** … and at least once a day: so far back the jobs look for what they missed. */
const longestSkipMs = 24 * 60 * 60_000;

type LastTicks = Record<string, number>;
const isLastTicks = (value: unknown): value is LastTicks => typeof value === 'object' && value !== null;

type ReadSchedule = ReturnType<typeof readSchedule>;

class LocalBus implements Bus {
  private readonly options: BusOptions;
  private readonly lastTicks: LastTicks;
  private readonly understood: ReturnType<typeof understand>[];

  constructor(options: BusOptions) {
    this.options = options;
    this.lastTicks = options.folder.readJson('schedules.json', isLastTicks) ?? {};
    this.understood = options.rules.map((rule) => understand(rule, options.functions));
  }

  emit(source: string, detailType: string, resources: string[], detail: JsonObject): void {
    const event = this.eventOf(source, detailType, resources, detail);
    for (const { rule, matches } of this.understood) if (matches?.(event)) this.deliver(rule, event);
  }

  start(): void {
    const { clock, folder } = this.options;
    for (const { rule, schedule } of this.understood) {
      if (!schedule) continue;
      // What fell due while nothing ran is caught up on once.
      const since = (this.lastTicks[rule.name] ??= clock.now());
      this.follow(rule, schedule, Math.max(schedule.next(since), clock.now()));
    }
    folder.writeJson('schedules.json', this.lastTicks);
  }

  private deliver(rule: RulePlan, event: JsonObject): void {
    for (const { functionArn, input } of rule.targets) {
      this.options.functions.invokeLater(functionArn, input ?? JSON.stringify(event));
    }
  }

  private eventOf(source: string, detailType: string, resources: string[], detail: JsonObject): JsonObject {
    return {
      version: '0',
      id: randomUUID(),
      'detail-type': detailType,
      source,
      account: place.account,
      time: new Date(this.options.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
      region: place.region,
      resources,
      detail,
    };
  }

  private follow(rule: RulePlan, schedule: ReadSchedule, dueAt: number): void {
    if (dueAt < Infinity) this.options.clock.at(dueAt, () => this.tick(rule, schedule, dueAt));
  }

  private async tick(rule: RulePlan, schedule: ReadSchedule, dueAt: number): Promise<void> {
    const { clock, folder, traffic, activity } = this.options;
    const { periodMs } = schedule;
    const move = clock.advance();
    this.lastTicks[rule.name] = dueAt;
    // Of a move only its last ticks matter to the next start.
    if (!move || dueAt + (periodMs ?? Infinity) > move.to) folder.writeJson('schedules.json', this.lastTicks);
    const before = traffic.writes();
    this.deliver(rule, this.eventOf('aws.events', 'Scheduled Event', [rule.arn], {}));
    if (!periodMs) return this.follow(rule, schedule, schedule.next(dueAt));
    if (move) await activity.idle(quietPatienceMs);
    const quiet = move && traffic.writes() === before;
    this.follow(rule, schedule, dueAt + (quiet ? quietPeriods(move, dueAt, periodMs) : 1) * periodMs);
  }
}

/** EventBridge: rules with patterns, and schedules on the movable clock. */
export const openBus = (options: BusOptions): Bus => new LocalBus(options);

const quietPatienceMs = 30_000;

/**
 * How many periods on a schedule that found nothing to do ticks next. The last tick before the end of the move is never
 * skipped: what fell due is then at most one period late when the move answers.
 */
const quietPeriods = (move: { from: number; to: number }, dueAt: number, periodMs: number): number => {
  const skip = Math.ceil((move.to - move.from) / quietTicksPerMove / periodMs);
  const left = Math.floor((move.to - dueAt) / periodMs);
  return Math.max(1, Math.min(skip, left, Math.floor(longestSkipMs / periodMs)));
};

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
