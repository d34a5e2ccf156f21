import { arnsOf, type FunctionPlan } from '@scangate/emulator-aws/template/cloud-plan';
import type { Boundary, FaultSource } from './boundary.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';

type Handler = (input: never, context: object) => Promise<unknown>;

/** The answer of a function: JSON, and whether it is an error. */
export interface Invoked {
  payload: string;
  failed: boolean;
}

/** Loads the handler of a function. */
export type LoadHandler = (name: string) => Promise<Handler>;

interface FunctionsContext {
  scheduler: Scheduler;
  boundary: Boundary;
  faults: FaultSource;
  load: LoadHandler;
}

const firstRetryMs = 60_000;
/** An operator sends messages again that were given up. */
const redriveMs = 3_600_000;

/** The functions of the template, each invocation a process of its own. */
export class Functions {
  readonly plans: ReadonlyMap<string, FunctionPlan>;
  readonly #context: FunctionsContext;
  readonly #loaded = new Map<string, Handler>();
  /** Messages that were given up after all tries. */
  readonly deadLetters: { name: string; payload: string }[] = [];
  readonly errors = new Map<string, number>();
  /** Is told of each run of a function. */
  onRun: (name: string) => void = () => {};

  constructor(plans: readonly FunctionPlan[], context: FunctionsContext) {
    this.plans = new Map(plans.flatMap((plan) => arnsOf(plan).map((arn) => [arn, plan])));
    this.#context = context;
  }

  async loadAll(): Promise<void> {
    for (const { bundle } of new Set(this.plans.values()))
      if (!this.#loaded.has(bundle)) this.#loaded.set(bundle, await this.#context.load(bundle));
  }

  planOf(arn: string): FunctionPlan {
    const plan = this.plans.get(arn);
    if (!plan) throw new Error(`no function ${arn}`);
    return plan;
  }

  /** Runs a handler as a process that is cut off at its timeout. @throws what the handler throws. */
  run(plan: FunctionPlan, input: unknown): Promise<unknown> {
    const { scheduler, faults } = this.#context;
    const handler = this.#loaded.get(plan.bundle);
    if (!handler) throw new Error(`no handler ${plan.bundle}`);
    this.onRun(plan.bundle);
    const skewMs = faults.skewOf(plan.bundle);
    return scheduler.start({ name: plan.bundle, skewMs }, () => handler(input as never, {}));
  }

  /** Invokes a function and answers as Lambda does. */
  async invoke(arn: string, payload: string): Promise<Invoked> {
    const plan = this.planOf(arn);
    try {
      const answer = await this.run(plan, JSON.parse(payload));
      return { payload: JSON.stringify(answer ?? null), failed: false };
    } catch (error) {
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
    if (kind === 'dead_letter') {
      this.deadLetters.push({ name: bundle, payload });
      return void scheduler.after(redriveMs, () => void this.#attempt(arn, payload, asyncRetries));
    }
    const delayMs = kind === 'delay' ? scheduler.draw(120_000) : scheduler.draw(200);
    scheduler.after(delayMs, () => void this.#attempt(arn, payload, asyncRetries));
    if (kind === 'twice') scheduler.after(scheduler.draw(5_000), () => void this.#attempt(arn, payload, 0));
  }

  async #attempt(arn: string, payload: string, retries: number): Promise<void> {
    const { failed } = await this.invoke(arn, payload);
    if (!failed) return;
    if (retries === 0) this.deadLetters.push({ name: this.planOf(arn).bundle, payload });
    else this.#context.scheduler.after(firstRetryMs, () => void this.#attempt(arn, payload, retries - 1));
  }
}
