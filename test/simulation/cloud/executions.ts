import type { StateMachinePlan } from '@scangate/emulator-aws/template/cloud-plan';
import { parseStateMachine, type StateMachine } from '@scangate/emulator-aws/step-functions/definition';
import { runStateMachine } from '@scangate/emulator-aws/step-functions/interpreter';
import { StateError } from '@scangate/emulator-aws/step-functions/json-path';
import type { InterpreterHost } from '@scangate/emulator-aws/step-functions/interpreter-host';
import type { Boundary } from './boundary.ts';
import type { Functions } from './functions.ts';
import type { Objects } from './objects.ts';
import { ExecutionAlreadyExists, ExecutionDoesNotExist } from './sdk/sdk.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';

export interface Execution {
  arn: string;
  machine: string;
  name: string;
  input: string;
  status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  startedAt: number;
  endedAt?: number;
  abort: AbortController;
}

/** The names of errors of Lambda in a state, by those of the boundary. */
const lambdaErrors: Readonly<Record<string, string>> = {
  TimeoutError: 'Lambda.SdkClientException',
  ThrottlingException: 'Lambda.TooManyRequestsException',
};

interface ExecutionsContext {
  scheduler: Scheduler;
  boundary: Boundary;
  functions: Functions;
  objects: Objects;
  /** Is called with each execution that did not succeed. */
  onEnded: (execution: Execution) => void;
}

/** Tells the error of a task that could not be invoked as Step Functions names it, so that the states may retry it. */
const asTold = (error: unknown): unknown => {
  const { name = '', message } = error instanceof Error ? error : new Error();
  const told = lambdaErrors[name];
  return told === undefined ? error : new StateError(told, message);
};

/** The state machines of the template, interpreted as the local cloud does. */
export class Executions {
  readonly all = new Map<string, Execution>();
  readonly #machines: ReadonlyMap<string, StateMachine>;
  readonly #context: ExecutionsContext;

  constructor(plans: readonly StateMachinePlan[], context: ExecutionsContext) {
    this.#machines = new Map(
      plans.map(({ name, definition }) => [name, parseStateMachine(name, definition, () => true)]),
    );
    this.#context = context;
  }

  #host(signal: AbortSignal): InterpreterHost {
    const { scheduler, boundary, functions, objects } = this.#context;
    const until = async (dueAt: number): Promise<void> => {
      await scheduler.sleep(Math.max(0, dueAt - scheduler.now));
      signal.throwIfAborted();
    };
    const clock = {
      now: () => scheduler.now,
      at: (dueAt: number, run: () => unknown) => scheduler.at(dueAt, () => void run()),
      until,
    };
    return {
      invoke: (arn, payload) =>
        boundary
          .call(
            { service: 'states', operation: 'InvokeTask', isWrite: true, input: `${arn} ${payload}` },
            () => functions.invoke(arn, payload),
          )
          .catch((error: unknown) => {
            throw asTold(error);
          }),
      readObject: async (bucket, key) => objects.bucket(bucket).get(key)?.toString(),
      clock: clock as never,
      activity: { begin: () => () => {}, list: () => [], idle: async () => true },
      random: scheduler.random,
      signal,
      stateEntered: () => {},
      countTransition: () => {},
      countHistoryEvents: () => {},
    };
  }

  /** Starts an execution. One with the same name that runs with the same input is the same one. */
  start(machineArn: string, name: string, input: string): object {
    const machine = /:stateMachine:([^:]+)/.exec(machineArn)?.[1] ?? '';
    const arn = `${machineArn.replace(/:stateMachine:([^:]+).*$/, ':execution:$1')}:${name}`;
    const found = this.all.get(arn);
    if (found?.status === 'RUNNING' && found.input === input) return { executionArn: arn };
    if (found) throw new ExecutionAlreadyExists();
    const { scheduler } = this.#context;
    const abort = new AbortController();
    const startedAt = scheduler.now;
    const execution: Execution = { arn, machine, name, input, status: 'RUNNING', startedAt, abort };
    this.all.set(arn, execution);
    scheduler.after(scheduler.draw(50), () => void this.#run(execution), {
      text: `${machine} ${input}`,
    });
    return { executionArn: arn };
  }

  #end(execution: Execution, status: Execution['status']): void {
    if (execution.status !== 'RUNNING') return;
    execution.status = status;
    execution.endedAt = this.#context.scheduler.now;
    if (status !== 'SUCCEEDED') this.#context.onEnded(execution);
  }

  async #run(execution: Execution): Promise<void> {
    if (execution.status !== 'RUNNING') return;
    const { scheduler } = this.#context;
    const machine = this.#machines.get(execution.machine);
    if (!machine) throw new Error(`no state machine ${execution.machine}`);
    const { signal } = execution.abort;
    const limitMs = (machine.TimeoutSeconds ?? 31_536_000) * 1000;
    const cancel = scheduler.after(limitMs, () => {
      this.#end(execution, 'TIMED_OUT');
      execution.abort.abort(new Error('timed out'));
    });
    const from = { state: machine.StartAt, data: JSON.parse(execution.input) as never };
    const context = { Execution: { Name: execution.name, Id: execution.arn } };
    const walked = scheduler.start({ name: `execution ${execution.machine}`, input: execution.input }, () =>
      runStateMachine(machine, from, { context, host: this.#host(signal) }),
    );
    try {
      await walked;
      this.#end(execution, 'SUCCEEDED');
    } catch {
      this.#end(execution, 'FAILED');
    }
    cancel();
  }

  stop(arn: string): object {
    const execution = this.all.get(arn);
    if (!execution) throw new ExecutionDoesNotExist();
    this.#end(execution, 'ABORTED');
    execution.abort.abort(new Error('stopped'));
    return {};
  }
}
