import { dayMs, hourMs } from '@scangate/domain/instant';
import { discloseAdvisories, leaveSome, live } from '../actors/organization-life.ts';
import { scanEverything, type LastScan } from '../actors/last-scans.ts';
import { newOrganization, type Organization } from '../actors/organization.ts';
import type { Compared } from '../invariants/compared/compared.ts';
import { checkWholeRun, isWhole } from '../invariants/compared/whole-run.ts';
import { watchWorld } from '../invariants/invariants.ts';
import { Violation } from '../invariants/violation.ts';
import { watchCalls, type CoveredCalls } from '../covered/call-coverage.ts';
import { writeStory } from '../shrink/write-story.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { readPlannedFaults } from '../faults/planned-faults.ts';
import { onLogLine, takeOutput } from '../outside/log.ts';
import { readCloudPlan } from './cloud-plan.ts';
import { digestOfWorld } from './digest.ts';
import { World } from './world.ts';

export interface RunOptions {
  seed: number;
  days: number;
  organizations: number;
  /** The share of calls that go wrong. */
  faultRate: number;
  /** The acts of an organization in a day. */
  actsPerDay: number;
  /** Faults at certain calls, as `finish-scan:2:crash_after,deliver:1:twice`. */
  at?: string;
  /** The number of organizations that close for good. */
  leaving?: number;
  /** The number of deployments of another release, and of restores to an instant before. */
  deployments?: number;
  restores?: number;
  /** Whether the world lasts for years. */
  isLong?: boolean;
  /** Whether each organization does everything twice, beside what it does by chance. */
  everyAct?: boolean;
  /** Is called with the progress of a run, each virtual month. */
  onMonth?: (progress: string) => void;
  /** Whether it tells which functions made which calls. */
  covers?: boolean;
  /** Whether the story has more than the acts: every answer, fault and change. */
  tells?: boolean;
  /** The acts that happen, by their names; all for undefined. */
  onlyActs?: ReadonlySet<string>;
  /** The faults by chance that are made, by their names; all for undefined. */
  onlyFaults?: ReadonlySet<string>;
}

export interface RunReport {
  digest: string;
  events: number;
  calls: number;
  scans: number;
  organizations: number;
  /** The restores that took place, and the ledgers that continue after a signed restoration. */
  restored: number;
  continuedLedgers: number;
  /** The organizations that were erased, and nothing of whom is left. */
  erased: number;
  /** The numbers of what was checked at rests and at the end. */
  compared: Compared;
  counts: Map<string, number>;
  statuses: Map<string, number>;
  coverage?: CoveredCalls;
  /** The requests that were refused, by code. */
  refusals: Map<string, number>;
  faults: Map<string, number>;
  errors: Map<string, number>;
  /** The names of acts, and of faults by chance. */
  actsMade: string[];
  chanceFaults: string[];
  /** The planned faults that were made, by kind. */
  plannedFaults: Partial<Record<FaultKind, number>>;
  /** The messages that were given up, by function. */
  deadLetters: Map<string, number>;
  /** The invariant that was broken, and the story until then. */
  violation?: string;
  /** The error by which the simulation itself failed. */
  failure?: string;
  story: string[];
}

type AtRest = (last: readonly LastScan[]) => Promise<void>;

const orders = [
  { plan: 'Free' },
  { plan: 'Starter' },
  { plan: 'Team' },
  { plan: 'Team', licenses: 8, period: 'year', sastAddon: 'team' },
  { plan: 'Regulated', licenses: 20, credits: { core: 2_000, sast: 500 } },
  { plan: 'Regulated', licenses: 20, credits: { core: 9, sast: 6 } },
] as const;
const kinds = orders.length + 1;

/** Makes organizations of every plan; the one after them is the client of another one. */
const populate = (world: World, count: number, begin: (organization: Organization) => void): void => {
  const parents: Organization[] = [];
  const add = (number: number): void => {
    const kind = number % kinds;
    const order = orders[kind] ?? orders[0];
    const isClient = kind === orders.length;
    // The first Team organization is the parent of all clients.
    const isLeftOut = !world.isActing(`taint${number}x.`) && !(order.plan === 'Team' && parents.length === 0);
    if (isLeftOut) return;
    const parent = isClient ? parents.at(0) : undefined;
    const bought = parent ? { plan: parent.plan, parent: parent.organizationId } : order;
    const made = newOrganization(world, bought, number);
    if (order.plan === 'Team' && !parent) parents.push(made);
    world.organizations.push(made);
    begin(made);
  };
  for (let number = 0; number < count; number += 1)
    world.scheduler.begin(`organization ${number}`, () => add(number));
};

/** The mean time between two advisories; a long run has not many more of them than a short one. */
const usualDisclosureDays = 2;
const mostAdvisories = 80;
/** Executions may wait for hours. */
const isQuick = (name: string): boolean => !name.startsWith('execution ');
/** The time after the last act in which everything that was begun ends. */
const settlingMs = 6 * 3_600_000;

/** The time in which what describes the default branches follows the last scans. */
const followingMs = 15 * 60_000;

/** Lets everything end that was begun, without faults, and scans every default branch once more. */
const settle = async (world: World): Promise<LastScan[]> => {
  const { scheduler } = world;
  world.faults.isOn = false;
  await scheduler.runUntil(scheduler.now + settlingMs);
  const last = await world.finish('the last scans', () => scanEverything(world));
  await scheduler.runUntil(scheduler.now + followingMs);
  return last;
};

/** Each rest is at another hour than the one before, so that no hour is always without acts and faults. */
const betweenRestsMs = 29 * hourMs;
const monthMs = 30 * dayMs;

/** Lets people and pipelines rest for a quarter of a day, and compares what follows default branches with a rebuild. */
const rest = async (world: World, compare: AtRest): Promise<void> => {
  world.isResting = true;
  const last = await settle(world);
  // After a restore some of it is late.
  if (world.scheduler.now > world.lateUntil) await compare(last);
  world.faults.isOn = true;
  world.isResting = false;
};

/** Lets the world live, and then lets everything end that was begun, without faults. */
const runWorld = async (
  world: World,
  atRest: AtRest,
  { days, organizations, actsPerDay, leaving = 0, deployments = 0, restores = 0, onMonth }: RunOptions,
): Promise<LastScan[]> => {
  const { scheduler } = world;
  const begunAt = scheduler.now;
  discloseAdvisories(world, Math.max(usualDisclosureDays, days / mostAdvisories));
  world.faults.begin(days * dayMs);
  populate(world, organizations, (organization) => live(world, organization, actsPerDay));
  leaveSome({ world, count: leaving });
  if (deployments > 0) world.deployments.begin({ count: deployments, days });
  if (restores > 0) world.restores.begin({ count: restores, days });
  const end = scheduler.now + days * dayMs;
  for (let rests = 1; scheduler.now < end; rests += 1) {
    await scheduler.runUntil(Math.min(end, begunAt + rests * (world.isLong ? monthMs : betweenRestsMs)));
    onMonth?.(`${new Date(scheduler.now).toISOString()} ${scheduler.events} events`);
    if (scheduler.now < end) await rest(world, atRest);
  }
  world.isAlive = false;
  const last = await settle(world);
  // A schedule may just have begun.
  for (let tries = 0; tries < 60 && scheduler.running.some(isQuick); tries += 1)
    await scheduler.runUntil(scheduler.now + 15_000);
  return last;
};

/** Ends a run with the first invariant that is broken. */
const breaking = (invariant: string, what: string): never => {
  throw new Violation(`${invariant}: ${what}`);
};

const countOf = (names: readonly string[]): Map<string, number> =>
  new Map([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));

const noteErrors = (errors: Map<string, number>): void =>
  onLogLine(({ message, fields }) => {
    const words = [message, fields['function'] ?? fields['endpoint'], fields['error'], fields['reason']];
    const line = words
      .filter((word) => word !== undefined)
      .join(' | ')
      .slice(0, 200);
    errors.set(line, (errors.get(line) ?? 0) + 1);
  });

/** @throws Error where no default branch was scanned last, so that nothing would be compared with a rebuild. */
const requireLastScans = ({ organizations }: World, last: readonly LastScan[]): void => {
  const connected = organizations
    .filter(({ closedAt }) => closedAt === undefined)
    .flatMap(({ repositories }) => repositories).length;
  if (connected > 0 && last.length === 0)
    throw new Error(`none of ${connected} default branches was scanned last`);
};

/** Tells a broken invariant from an error of the simulation, which finds nothing. */
const endOf = (error: unknown): Pick<RunReport, 'violation' | 'failure'> => {
  if (error instanceof Violation) return { violation: error.message };
  return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
};

/** Runs a world of a seed to its end, or until an invariant is broken. */
export const run = async (options: RunOptions): Promise<RunReport> => {
  const { faultRate, at = '', isLong = false, deployments = 0, everyAct = false, days } = options;
  const plan = await readCloudPlan();
  const world = new World({
    ...options,
    plan,
    planned: readPlannedFaults(at),
    isLong,
    everyActDays: everyAct ? days : 0,
    hasReleases: deployments > 0,
  });
  const errors = new Map<string, number>();
  noteErrors(errors);
  const refusals = new Map<string, number>();
  const giveBack = takeOutput((text) => {
    const { message, code } = JSON.parse(text) as { message?: string; code?: string };
    if (message === 'refused') refusals.set(String(code), (refusals.get(String(code)) ?? 0) + 1);
  });
  await world.begin();
  const { compared, scans, erasures, atRest, atEnd } = watchWorld(world, faultRate);
  if (options.tells) writeStory(world);
  const { scheduler } = world;
  const coverage = options.covers ? watchCalls(world.cloud.boundary, () => scheduler.cause) : undefined;
  let ended: Pick<RunReport, 'violation' | 'failure'> = {};
  try {
    const last = await runWorld(world, atRest, options);
    requireLastScans(world, last);
    await atEnd(last);
    world.scheduler.throwIfFailed();
    if (isWhole(options)) checkWholeRun(compared, world.api.statuses, breaking);
  } catch (error) {
    ended = endOf(error);
  }
  giveBack();
  const { counts, faultsMade } = world.cloud.boundary;
  return {
    digest: digestOfWorld(world),
    events: world.scheduler.events,
    calls: [...counts.values()].reduce((all, count) => all + count, 0),
    scans: scans.ended,
    organizations: options.organizations,
    restored: world.restores.count,
    continuedLedgers: world.restores.continued,
    erased: erasures.erased,
    compared,
    counts,
    statuses: world.api.statuses,
    refusals,
    ...(coverage && { coverage: coverage() }),
    faults: faultsMade,
    actsMade: world.acts,
    chanceFaults: world.faults.made,
    plannedFaults: Object.fromEntries(world.planned.made),
    errors,
    deadLetters: countOf(world.cloud.functions.deadLetters.map(({ name }) => name)),
    ...ended,
    story: world.story,
  };
};
