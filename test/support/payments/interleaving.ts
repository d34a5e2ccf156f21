import { Crash } from '../store/fault-injection.ts';
import type { PaymentPorts } from '#app/payments/payment-ports.ts';
import { providerWith, type PaymentWorld } from './payment-world.ts';

/**
 * The faults of a call: Stripe fails without executing it, executes it and its answer is lost, or the process ends before
 * it. Calls to the store are executed or not at all, so their only fault is the end of the process.
 */
export const callFaults = ['failing', 'unanswered', 'ends'] as const;
export type CallFault = (typeof callFaults)[number];

type Run = (ports: PaymentPorts) => Promise<unknown>;

/** One process: each of its calls to the outside waits for its turn. */
interface Process {
  name: string;
  /** Calls that wait for their turn, the earliest first. */
  waiting: (() => void)[];
  /** Calls that are being executed. */
  running: number;
  calls: number;
  /** The calls to the store or to Stripe, in their order. */
  made: ('store' | 'stripe')[];
  result?: PromiseSettledResult<unknown>;
}

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve));

const startProcess = (
  world: PaymentWorld,
  { name, run, faults }: { name: string; run: Run; faults: ReadonlyMap<number, CallFault> },
): Process => {
  const one: Process = { name, waiting: [], running: 0, calls: 0, made: [] };
  const inTurn = async <T>(
    kind: 'store' | 'stripe',
    execute: (fault?: CallFault) => Promise<T>,
  ): Promise<T> => {
    await new Promise<void>((resolve) => one.waiting.push(resolve));
    one.calls += 1;
    one.made.push(kind);
    const fault = faults.get(one.calls);
    if (fault === 'ends' || (fault !== undefined && kind === 'store')) throw new Crash(one.calls, 'before');
    one.running += 1;
    try {
      return await execute(fault);
    } finally {
      one.running -= 1;
    }
  };
  const store = new Proxy(world.store, {
    get: (target, member: 'load' | 'commit' | 'get') => {
      const method = Reflect.get(target, member) as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) => inTurn('store', async () => method.apply(target, args));
    },
  });
  const paymentProvider = providerWith(world, (send) =>
    inTurn('stripe', async (fault) => {
      if (fault === 'failing') return { status: 500, headers: {}, body: '{"error":{"type":"api_error"}}' };
      const answer = send();
      if (fault === 'unanswered') throw new TypeError('fetch failed');
      return answer;
    }),
  );
  const end = async () => {
    [one.result] = await Promise.allSettled([run({ store, paymentProvider, log: world.log })]);
  };
  void end();
  return one;
};

/** Waits until a process waits for its turn or has ended. */
const settle = async (one: Process): Promise<void> => {
  while (one.running > 0 || (one.waiting.length === 0 && !one.result)) await nextTick();
};

const step = async (one: Process): Promise<void> => {
  one.waiting.shift()?.();
  await nextTick();
  await settle(one);
};

/** The processes of a world, and in which order their calls are made. */
export interface Interleaving {
  processes: Readonly<Record<string, Run>>;
  /** Runs a process for a number of calls, or to its end; each process runs to its end at last. */
  turns: readonly [process: string, calls?: number][];
  /** The faults of a process by the number of the call, from 1. */
  faults?: Readonly<Record<string, ReadonlyMap<number, CallFault>>>;
}

export interface ProcessEnd {
  calls: number;
  made: readonly ('store' | 'stripe')[];
  result: PromiseSettledResult<unknown>;
}

/** Runs processes side by side, one call to the outside at a time. @returns how each ended. */
export const interleave = async (
  world: PaymentWorld,
  { processes, turns, faults = {} }: Interleaving,
): Promise<Record<string, ProcessEnd>> => {
  const started = new Map<string, Process>();
  const processOf = async (name: string): Promise<Process> => {
    const known = started.get(name);
    if (known) return known;
    const run = processes[name];
    if (!run) throw new Error(`there is no process ${name}`);
    const one = startProcess(world, { name, run, faults: faults[name] ?? new Map() });
    started.set(name, one);
    await settle(one);
    return one;
  };
  for (const [name, calls = Infinity] of [...turns, ...Object.keys(processes).map((one) => [one] as const)]) {
    const one = await processOf(name);
    for (let made = 0; made < calls && !one.result; made++) await step(one);
  }
  return Object.fromEntries(
    [...started].map(([name, { calls, made, result }]) => {
      if (!result) throw new Error(`${name} has not ended`);
      return [name, { calls, made, result }];
    }),
  );
};
