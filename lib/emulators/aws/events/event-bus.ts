import { randomUUID } from 'node:crypto';
import type { Activity } from '@scangate/emulator-host/activity';
import type { Clock } from '@scangate/emulator-host/clock';
import type { DataFolder } from '@scangate/emulator-host/data-folder';
import { dayMs } from '@scangate/emulator-host/time-units';
import type { Functions } from '../lambda/functions.ts';
import { StartFailure } from '@scangate/emulator-host/start-failure';
import type { RulePlan } from '../template/cloud-plan.ts';
import { emulatedAccount, type JsonObject } from '../template/resolve-templates.ts';
import type { FaultInjector } from '@scangate/emulator-host/fault-injector';
import { compileEventPattern } from './event-pattern.ts';
import { readSchedule } from './schedule.ts';

export interface EventBusOptions {
  rules: readonly RulePlan[];
  functions: Functions;
  clock: Clock;
  activity: Activity;
  faults: FaultInjector;
  folder: DataFolder;
}

/** The fields of an event that its sender sets. */
export interface BusEvent {
  source: string;
  detailType: string;
  resources: string[];
  detail: JsonObject;
}

export interface EventBus {
  /** Sends an event to the targets of every rule that matches it. */
  emit(event: BusEvent): void;
  /** Starts the schedules. */
  start(): void;
}

/** Approximate ticks of a schedule without work within one move of the clock. */
const quietTicksPerMove = 30;
/** Jobs look back a day for missed work, so a schedule ticks at least that often. */
const longestSkipMs = dayMs;

type LastTicks = Record<string, number>;
const isLastTicks = (value: unknown): value is LastTicks => typeof value === 'object' && value !== null;

type ReadSchedule = ReturnType<typeof readSchedule>;

class LocalBus implements EventBus {
  private readonly options: EventBusOptions;
  private readonly lastTicks: LastTicks;
  private readonly understood: ReturnType<typeof understand>[];

  constructor(options: EventBusOptions) {
    this.options = options;
    this.lastTicks = options.folder.readJson('schedules.json', isLastTicks) ?? {};
    this.understood = options.rules.map((rule) => understand(rule, options.functions));
  }

  emit(given: BusEvent): void {
    const event = this.eventOf(given);
    for (const { rule, matches } of this.understood) if (matches?.(event)) this.deliver(rule, event);
  }

  start(): void {
    const { clock, folder } = this.options;
    for (const { rule, schedule } of this.understood) {
      if (!schedule) continue;
      // Ticks that were missed while no process ran are caught up once.
      const since = (this.lastTicks[rule.name] ??= clock.now());
      this.follow(rule, schedule, Math.max(schedule.next(since), clock.now()));
    }
    folder.writeJson('schedules.json', this.lastTicks);
  }

  private deliver(rule: RulePlan, event: JsonObject): void {
    for (const { functionArn, input } of rule.targets) {
      this.options.functions.invokeAsync(functionArn, input ?? JSON.stringify(event));
    }
  }

  private eventOf({ source, detailType, resources, detail }: BusEvent): JsonObject {
    return {
      version: '0',
      id: randomUUID(),
      'detail-type': detailType,
      source,
      account: emulatedAccount.account,
      time: new Date(this.options.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
      region: emulatedAccount.region,
      resources,
      detail,
    };
  }

  private follow(rule: RulePlan, schedule: ReadSchedule, dueAt: number): void {
    if (dueAt < Infinity) this.options.clock.at(dueAt, () => this.tick(rule, schedule, dueAt));
  }

  private async tick(rule: RulePlan, schedule: ReadSchedule, dueAt: number): Promise<void> {
    const { clock, folder, faults: traffic, activity } = this.options;
    const { periodMs } = schedule;
    const move = clock.currentMove();
    this.lastTicks[rule.name] = dueAt;
    // Only the last ticks of a move matter to the next start.
    if (!move || dueAt + (periodMs ?? Infinity) > move.to) folder.writeJson('schedules.json', this.lastTicks);
    const before = traffic.writeCount();
    this.deliver(rule, this.eventOf(scheduledEvent(rule)));
    if (!periodMs) return this.follow(rule, schedule, schedule.next(dueAt));
    if (move) await activity.idle(quietTimeoutMs);
    const quiet = move && traffic.writeCount() === before;
    this.follow(rule, schedule, dueAt + (quiet ? quietPeriods(move, dueAt, periodMs) : 1) * periodMs);
  }
}

const scheduledEvent = (rule: RulePlan): BusEvent => ({
  source: 'aws.events',
  detailType: 'Scheduled Event',
  resources: [rule.arn],
  detail: {},
});

/** Opens EventBridge: rules with patterns, and schedules on the movable clock. */
export const openEventBus = (options: EventBusOptions): EventBus => new LocalBus(options);

const quietTimeoutMs = 30_000;

/**
 * @returns the number of periods until the next tick of a schedule without work. The last tick before the end of the
 * move is never skipped, so that due work is at most one period late when the move ends.
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
        `The rule ${rule.name} has the target ${functionArn}, which is not a function of the templates.`,
      );
  }
  try {
    return {
      rule,
      schedule: rule.schedule === undefined ? undefined : readSchedule(rule.schedule),
      matches: rule.pattern && compileEventPattern(rule.pattern),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new StartFailure(
      `The rule ${rule.name} has ${error.message}, which the local cloud does not support.`,
    );
  }
};
