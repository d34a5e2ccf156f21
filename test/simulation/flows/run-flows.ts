import { publishAdvisories } from '../actors/organization-life.ts';
import { newOrganization, type Organization } from '../actors/organization.ts';
import type { Outcome, OutsideCall } from '../cloud/boundary.ts';
import { readPlannedFaults } from '../faults/planned-faults.ts';
import { storeOf } from '../invariants/whole-checks.ts';
import type { Compared } from '../invariants/compared/compared.ts';
import { watchWorld } from '../invariants/invariants.ts';
import { takeOutput } from '../outside/log.ts';
import { threadsOfIds } from '../scheduler/chance-of-ids.ts';
import { currentProcess } from '../scheduler/process.ts';
import { Crashed } from '../scheduler/scheduler.ts';
import { readCloudPlan } from '../start/cloud-plan.ts';
import type { Thread } from '../scheduler/thread.ts';
import { World } from '../start/world.ts';
import { FlowStates } from './flow-states.ts';
import { followAgainLater } from './followed/follow-again.ts';
import { lastScansOf } from './followed/last-scans-of.ts';
import { countedAs, placesOf } from './fault-places.ts';
import { flowNamed } from './all-flows.ts';

/** A flow of an organization of its own, with faults. */
export interface FlowRun {
  flow: string;
  /** The faults as `--at` takes them. */
  faults: string;
}

/** A call that a function of a flow made, or a message to one, or its run. */
export interface FlowCall {
  /** The function. */
  name: string;
  /** The number among those of the function. */
  number: number;
  kind: 'read' | 'page' | 'object' | 'write' | 'transaction' | 'message' | 'run';
  /** The call in words. */
  what: string;
  /** Whether a state was reached here that no run had reached before; undefined where nobody looked. */
  isNew?: boolean;
}

export interface FlowReport extends FlowRun {
  calls: FlowCall[];
  /** The outcomes of calls, each after the one before. */
  seen: string[];
  /** The invariants that were broken for the organization. */
  violations: string[];
}

export interface FlowsReport {
  reports: FlowReport[];
  /** Broken invariants that name no organization of the runs. */
  others: string[];
  events: number;
  /** The default branches that were compared with a rebuild, and the scans that were judged once more. */
  compared: Compared;
  /** The states that were reached first by these runs. */
  reached: string[];
}

export interface FlowsOptions {
  seed: number;
  /** The states that runs reached before, where those of these are to be told; runs with faults tell those after them. */
  reached?: readonly string[];
  /** The faults that are to follow in such runs: the tries that more than these could use up are alike. */
  faultsLeft?: number;
  /** Whether only broken invariants are told. */
  isBrief?: boolean;
}

const hourMs = 3_600_000;
const apartMs = 5_000;
/** Until then the advisories are there. */
const firstMs = 120_000;

const kindOf = ({ operation, isWrite, to }: OutsideCall): FlowCall['kind'] => {
  if (to !== undefined) return 'message';
  if (operation === 'TransactWrite') return 'transaction';
  if (isWrite) return 'write';
  if (operation === 'GetObject') return 'object';
  return operation === 'Query' || operation === 'BatchGet' ? 'page' : 'read';
};

/** Tells how a call ended; of a transaction, which of its conditions were refused. */
const outcomeOf = (error: (Error & { CancellationReasons?: { Code: string }[] }) | undefined): string => {
  const reasons = error?.CancellationReasons?.map(({ Code }) => Code.charAt(0)).join('') ?? '';
  return error ? `${error.name} ${reasons}` : 'done';
};

/** The faults of a run that are still to come, and the states that any run has reached. */
interface Looking {
  states: FlowStates;
  reached: Set<string>;
  /** The states that no run had reached before. */
  found: string[];
  faultsLeft: number;
}

/** Follows what the threads of the runs do. */
class FlowWatch {
  readonly reports: ReadonlyMap<string, FlowReport>;
  readonly others: string[] = [];
  readonly #world: World;
  readonly #counts = new Map<string, number>();
  readonly #last = new Map<string, string>();
  readonly #seen = new Map<string, Set<string>>();
  /** The faults of each run that are still to come. */
  readonly #ahead: ReadonlyMap<string, Set<string>>;
  /** The runs that go on as another one did. */
  readonly #repeating = new Set<string>();
  readonly organizations = new Map<string, Organization>();
  looking: Looking | undefined;

  constructor(world: World, runs: ReadonlyMap<string, FlowRun>) {
    this.#world = world;
    this.reports = new Map(
      [...runs].map(([thread, run]) => [thread, { ...run, calls: [], seen: [], violations: [] }]),
    );
    this.#ahead = new Map([...runs].map(([thread, { faults }]) => [thread, new Set(placesOf(faults))]));
    const { boundary, functions } = world.cloud;
    functions.onRun = (name) => this.#onRun(name);
    boundary.onCall = (call) => this.#onCall(call);
    boundary.onOutcome = (call, outcome) => this.#onOutcome(call, outcome);
  }

  #add(report: FlowReport, { name, kind, what }: Omit<FlowCall, 'number'>): void {
    const counted = [
      this.#world.scheduler.thread.name,
      name,
      kind === 'message' || kind === 'run' ? kind : '',
    ].join(' ');
    const number = (this.#counts.get(counted) ?? 0) + 1;
    this.#counts.set(counted, number);
    const call: FlowCall = { name, number, kind, what };
    report.calls.push(call);
    this.#look(report, call);
  }

  /** Notes whether a run that has met its faults goes on as another one did. */
  #look({ flow }: FlowReport, call: FlowCall): void {
    const { thread } = this.#world.scheduler;
    const ahead = this.#ahead.get(thread.name);
    const isLast = ahead?.delete(countedAs(call));
    if (!this.looking || isLast || ahead?.size !== 0 || this.#repeating.has(thread.name)) return;
    if (!flowNamed(flow).functions.includes(call.name)) return;
    const { states, reached, found, faultsLeft } = this.looking;
    const here = `${call.name} ${call.kind} ${call.what}`;
    const digests = Array.from({ length: faultsLeft }, (_none, fewer) =>
      states.digestAt(thread, { call: here, faultsLeft: faultsLeft - fewer }),
    );
    // Whatever so many faults may do from here on was tried before.
    call.isNew = !reached.has(digests[0] ?? '');
    if (!call.isNew) return void this.#repeating.add(thread.name);
    for (const digest of digests) {
      reached.add(digest);
      found.push(digest);
    }
  }

  #onCall(call: OutsideCall): void {
    const { thread } = this.#world.scheduler;
    const report = this.reports.get(thread.name);
    if (!report) return;
    const process = currentProcess();
    const what = `${call.service} ${call.operation}`;
    if (call.to !== undefined) return this.#add(report, { name: call.to, kind: 'message', what });
    if (!process) return;
    this.#add(report, { name: process.name, kind: kindOf(call), what });
  }

  #onRun(name: string): void {
    const report = this.reports.get(this.#world.scheduler.thread.name);
    if (report) this.#add(report, { name, kind: 'run', what: 'a run' });
  }

  #onOutcome(call: OutsideCall, outcome: Outcome): void {
    const { service, operation } = call;
    const { error } = outcome;
    const { thread, cause } = this.#world.scheduler;
    if (!this.reports.has(thread.name)) return;
    this.looking?.states.onOutcome(call, outcome);
    const here = `${service} ${operation} ${outcomeOf(error)}`;
    const seen = this.#seen.get(thread.name) ?? new Set();
    const before = this.#last.get(`${thread.name} ${cause}`) ?? '';
    seen.add(`${cause}: ${before} > ${here}`);
    this.#seen.set(thread.name, seen);
    this.#last.set(`${thread.name} ${cause}`, here);
  }

  /** Notes a broken invariant for the runs that it names. */
  readonly report = (invariant: string, what: string): void => {
    const names = what.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
    const threads = names.map((id) => threadsOfIds.get(id)?.replace(' before', '') ?? '');
    const [mark] = /taint\d+x/.exec(what) ?? [];
    for (const [thread, { taint }] of this.organizations) if (taint === mark) threads.push(thread);
    const [found] = threads.flatMap((thread) => this.reports.get(thread) ?? []);
    (found?.violations ?? this.others).push(`${invariant}: ${what}`);
  };

  /** Without faults, each flow does what it is for; otherwise nothing would be tried. */
  async checkReached(): Promise<void> {
    const store = await storeOf(this.#world);
    for (const [thread, { flow, faults }] of this.reports) {
      const organization = this.organizations.get(thread);
      if (faults === '' && (!organization || !flowNamed(flow).isReached(store, organization)))
        this.others.push(`goal: ${flow} does not do what it is for`);
    }
  }

  end(isBrief: boolean): FlowReport[] {
    if (isBrief) return [...this.reports.values()].map((report) => ({ ...report, calls: [], seen: [] }));
    for (const [thread, report] of this.reports) report.seen.push(...(this.#seen.get(thread) ?? []));
    return [...this.reports.values()];
  }
}

interface Beginning {
  world: World;
  /** The threads of runs, by their organizations. */
  threads: Map<string, Thread>;
  /** The organizations of runs, by the names of their threads. */
  organizations: Map<string, Organization>;
}

/** Prepares and begins a run. Runs of a flow have the same chance, so that they go on alike until their faults. */
const beginRun = (
  { world, threads, organizations }: Beginning,
  { thread, run, number }: { thread: string; run: FlowRun; number: number },
): void => {
  const { scheduler } = world;
  const { order, prepare, act } = flowNamed(run.flow);
  const start = (work: () => Promise<void>): void => {
    scheduler.start({ name: 'actor' }, work).catch((error: unknown) => {
      if (!(error instanceof Crashed)) scheduler.fail(error);
    });
  };
  const prepareAll = (): void => {
    const organization = newOrganization(world, order, 2 * number);
    world.organizations.push(organization);
    organizations.set(thread, organization);
    start(() => prepare(world, organization));
    const begin = (): void => {
      threads.set(organization.organizationId, scheduler.thread);
      start(() => act(world, organization));
    };
    scheduler.after(hourMs, () => scheduler.begin(thread, begin, run.flow));
  };
  scheduler.after(firstMs + number * apartMs, () =>
    scheduler.begin(`${thread} before`, prepareAll, `${run.flow} before`),
  );
};

/** Fills the advisory database, and lets the service take it over at once. */
const fillAdvisories = (world: World): void => {
  world.act('advisories', 'advisories', () => publishAdvisories(world));
  const { functions } = world.cloud;
  const [arn] = [...functions.plans].find(([, { bundle }]) => bundle === 'sync-advisories') ?? [];
  if (arn !== undefined) world.scheduler.begin('advisories before', () => functions.invokeLater(arn, '{}'));
};

/** Runs flows beside each other in one world, each with its faults, until everything has ended that they began. */
export const runFlows = async (
  runs: readonly FlowRun[],
  { seed, reached, faultsLeft = 1, isBrief = false }: FlowsOptions,
): Promise<FlowsReport> => {
  const named = new Map(runs.map((run, index) => [`run${index}`, run]));
  const planned = [...named].flatMap(([thread, { faults }]) =>
    readPlannedFaults(faults).map((fault) => ({ ...fault, name: `${thread}/${fault.name}` })),
  );
  const world = new World({ seed, plan: await readCloudPlan(), faultRate: 0, planned, isLong: false });
  const giveBack = takeOutput(() => {});
  await world.begin();
  world.faults.isSkewed = false;
  const watch = new FlowWatch(world, named);
  const { atEnd, compared } = watchWorld(world, 1, watch.report);
  const found: string[] = [];
  if (reached)
    watch.looking = {
      states: new FlowStates(world, new Set(named.keys())),
      reached: new Set(reached),
      found,
      faultsLeft,
    };
  const { scheduler } = world;
  const threads = new Map<string, Thread>();
  world.threadOf = (accountId) => threads.get(accountId);
  fillAdvisories(world);
  for (const [number, [thread, run]] of [...named].entries())
    beginRun({ world, threads, organizations: watch.organizations }, { thread, run, number });
  const followAgain = followAgainLater(world);
  await scheduler.runUntil(scheduler.now + 6 * hourMs + runs.length * apartMs);
  world.faults.isOn = false;
  followAgain();
  await scheduler.runUntil(scheduler.now + hourMs / 4);
  await atEnd(lastScansOf(world.organizations, await storeOf(world)));
  await watch.checkReached();
  giveBack();
  const { others } = watch;
  return { reports: watch.end(isBrief), others, events: scheduler.events, compared, reached: found };
};
