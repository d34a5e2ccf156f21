import { arnsOf, type FunctionPlan } from '@scangate/emulator-aws/template/cloud-plan';
import type { Boundary, FaultSource } from './boundary.ts';
import type { Release } from '../releases/releases.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Thread } from '../scheduler/thread.ts';

type Handler = (input: never, context: object) => Promise<unknown>;

/** The answer of a function: JSON, and whether it is an error. */
export interface Invoked {
  payload: string;
  failed: boolean;
}

/** Loads the handler of a function in a release. */
export type LoadHandler = (name: string, release: Release) => Promise<Handler>;

interface FunctionsContext {
  scheduler: Scheduler;
  boundary: Boundary;
  faults: FaultSource;
  load: LoadHandler;
  /** The release that runs of a function have now. */
  releaseOf: (name: string) => Release;
}

/** A message that was given up after all tries. */
interface DeadLetter {
  name: string;
  arn: string;
  payload: string;
  thread: Thread;
  /** The times that an operator sent it again. */
  resent: number;
}

const firstRetryMs = 60_000;
/** An operator looks at messages that were given up so long ago, and sends each again so often. */
const redriveMs = 3_600_000;
const mostRedrives = 2;

/** The functions of the template, each invocation a process of its own. */
export class Functions {
  readonly plans: ReadonlyMap<string, FunctionPlan>;
  readonly #context: FunctionsContext;
  readonly #loaded = new Map<string, Handler>();
  /** Messages that were given up, each time. */
  readonly deadLetters: DeadLetter[] = [];
  readonly errors = new Map<string, number>();
  /** Is called with each run of a function. */
  onRun: (name: string) => void = () => {};
  /** Is called with the end of each run. */
  onRunEnd: (run: { name: string; payload: string; failed: boolean }) => void = () => {};

  constructor(plans: readonly FunctionPlan[], context: FunctionsContext) {
    this.plans = new Map(plans.flatMap((plan) => arnsOf(plan).map((arn) => [arn, plan])));
    this.#context = context;
  }

  async loadAll(release: Release): Promise<void> {
    for (const bundle of new Set([...this.plans.values()].map((plan) => plan.bundle)))
      this.#loaded.set(`${release} ${bundle}`, await this.#context.load(bundle, release));
  }

  planOf(arn: string): FunctionPlan {
    const plan = this.plans.get(arn);
    if (!plan) throw new Error(`no function ${arn}`);
    return plan;
  }

  /** Runs a handler as a process that is cut off at its timeout. @throws what the handler throws. */
  run(plan: FunctionPlan, input: string, triesLeft: number): Promise<unknown> {
    const { scheduler, faults, releaseOf } = this.#context;
    const handler = this.#loaded.get(`${releaseOf(plan.bundle)} ${plan.bundle}`);
    if (!handler) throw new Error(`no handler ${plan.bundle}`);
    this.onRun(plan.bundle);
    const skewMs = faults.skewOf(plan.bundle);
    const limitMs = plan.timeoutSeconds * 1_000;
    return scheduler.start({ name: plan.bundle, skewMs, input, triesLeft, limitMs }, () =>
      handler(JSON.parse(input) as never, {}),
    );
  }

  /** Invokes a function and answers as Lambda does. */
  async invoke(arn: string, payload: string, triesLeft = 0): Promise<Invoked> {
    const plan = this.planOf(arn);
    const end = (failed: boolean): void => this.onRunEnd({ name: plan.bundle, payload, failed });
    try {
      const answer = await this.run(plan, payload, triesLeft);
      end(false);
      return { payload: JSON.stringify(answer ?? null), failed: false };
    } catch (error) {
      end(true);
      const { name, message } = error as Error;
      this.errors.set(`${plan.bundle} ${name}`, (this.errors.get(`${plan.bundle} ${name}`) ?? 0) + 1);
      return { payload: JSON.stringify({ errorType: name, errorMessage: message }), failed: true };
    }
  }

  /** Invokes a function later and tries again where it fails. A message may be lost, come twice or late. */
  invokeLater(arn: string, payload: string): void {
    const { scheduler, faults, boundary } = this.#context;
    const { asyncRetries, bundle } = this.planOf(arn);
    const call = { service: 'lambda', operation: 'Event', isWrite: true, to: bundle };
    scheduler.thread.messages += 1;
    boundary.onCall(call);
    const kind = faults.next(call, undefined, scheduler.now);
    if (kind !== undefined) boundary.onFault(call, kind);
    if (kind === 'lost') return;
    const message = { name: bundle, arn, payload, thread: scheduler.thread, resent: 0 };
    if (kind === 'dead_letter') return this.#giveUp(message);
    const delayMs = kind === 'delay' ? scheduler.draw(120_000) : scheduler.draw(200);
    this.#attemptAfter(delayMs, message, asyncRetries);
    if (kind === 'twice') this.#attemptAfter(scheduler.draw(5_000), message, 0);
  }

  #attemptAfter(delayMs: number, message: DeadLetter, retries: number): void {
    const { name, payload, resent } = message;
    const what = { text: `${name} ${payload}`, triesLeft: [retries, mostRedrives - resent] };
    this.#context.scheduler.after(delayMs, () => void this.#attempt(message, retries), what);
  }

  async #attempt(message: DeadLetter, retries: number): Promise<void> {
    const { scheduler } = this.#context;
    const { failed } = await this.invoke(message.arn, message.payload, retries);
    if (!failed) return;
    if (retries > 0) this.#attemptAfter(firstRetryMs, message, retries - 1);
    else scheduler.continue(message.thread, () => this.#giveUp(message));
  }

  /** Keeps a message that was given up, until an operator sends it again. */
  #giveUp(message: DeadLetter): void {
    this.deadLetters.push(message);
    if (message.resent >= mostRedrives) return;
    const again = { ...message, resent: message.resent + 1 };
    this.#attemptAfter(redriveMs, again, this.planOf(message.arn).asyncRetries);
  }
}
