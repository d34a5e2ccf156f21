import { setMaxListeners } from 'node:events';
import type { Activity } from '@scangate/emulator-host/activity';
import { ServiceError } from '../protocol/aws-json.ts';
import type { Clock } from '@scangate/emulator-host/clock';
import type { DataFolder } from '@scangate/emulator-host/data-folder';
import type { StateMachinePlan } from '../template/cloud-plan.ts';
import { arnOf, type Json, type JsonObject } from '../template/resolve-templates.ts';
import type { InvocationResult } from '../lambda/worker-pool.ts';
import { parseStateMachine, type StateMachine } from './definition.ts';
import { runStateMachine } from './interpreter.ts';
import { dataLimitBytes, historyLimit } from './interpreter-host.ts';
import { openExecutionJournal, type Execution, type ExecutionJournal } from './execution-journal.ts';
import { StateError } from './json-path.ts';

/** The reason for ending an execution from outside. */
class Ended extends Error {
  readonly status: 'TIMED_OUT' | 'ABORTED';
  readonly error: string | undefined;
  override readonly cause: string | undefined;

  constructor(status: Ended['status'], error?: string, cause?: string) {
    super(status);
    this.status = status;
    this.error = error;
    this.cause = cause;
  }
}

export interface ExecutionsOptions {
  plan: StateMachinePlan;
  folder: DataFolder;
  clock: Clock;
  activity: Activity;
  random: () => number;
  isFunction: (arn: string) => boolean;
  invoke: (functionArn: string, payload: string) => Promise<InvocationResult>;
  /** Reads an S3 object as text; undefined when there is none. */
  readObject: (bucket: string, key: string) => Promise<string | undefined>;
  /** Receives an execution after every change of its status. */
  onStatusChanged: (execution: Execution) => void;
}

export interface Executions {
  readonly plan: StateMachinePlan;
  /** @throws ServiceError ExecutionAlreadyExists, unless it is running with the same input. */
  start(name: string, input: string): Execution;
  stop(name: string, error?: string, cause?: string): Execution;
  find(name: string): Execution | undefined;
  names(): string[];
  /** Resumes executions that a stop or a crash interrupted. */
  resume(): void;
  /** Abandons running executions; the journal holds where they stood. */
  close(): void;
}

class MachineExecutions implements Executions {
  readonly plan: StateMachinePlan;
  private readonly options: ExecutionsOptions;
  private readonly machine: StateMachine;
  private readonly journal: ExecutionJournal;
  private readonly controllers = new Map<string, AbortController>();
  private readonly running = new Map<string, Execution>();
  private closed = false;

  constructor(options: ExecutionsOptions) {
    this.plan = options.plan;
    this.options = options;
    this.machine = parseStateMachine(options.plan.name, options.plan.definition, options.isFunction);
    this.journal = openExecutionJournal(options.folder, options.plan.name);
  }

  start(name: string, input: string): Execution {
    const found = this.find(name);
    if (found?.status === 'RUNNING' && found.input === input) return found;
    if (found) {
      throw new ServiceError('ExecutionAlreadyExists', `Execution Already Exists: '${found.executionArn}'`);
    }
    const execution = newExecution(this.plan, { name, input, startedAt: this.options.clock.now() });
    this.journal.save(execution);
    this.options.onStatusChanged(execution);
    void this.run(execution);
    return execution;
  }

  stop(name: string, error?: string, cause?: string): Execution {
    const execution = this.find(name);
    if (!execution) throw new ServiceError('ExecutionDoesNotExist', `Execution Does Not Exist: '${name}'`);
    const end = new Ended('ABORTED', error, cause);
    this.controllers.get(name)?.abort(end);
    this.finish(execution, failedWith(end));
    return execution;
  }

  find(name: string): Execution | undefined {
    return this.running.get(name) ?? this.journal.find(name);
  }

  names(): string[] {
    return this.journal.names();
  }

  resume(): void {
    for (const execution of this.journal.running()) void this.run(execution);
  }

  close(): void {
    this.closed = true;
    for (const controller of this.controllers.values()) controller.abort(new Ended('ABORTED'));
  }

  private finish(execution: Execution, end: Partial<Execution>): void {
    if (this.closed || execution.status !== 'RUNNING') return;
    Object.assign(execution, end, { endedAt: this.options.clock.now() });
    delete execution.at;
    this.controllers.delete(execution.name);
    this.running.delete(execution.name);
    this.journal.save(execution);
    this.options.onStatusChanged(execution);
  }

  private async run(execution: Execution): Promise<void> {
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    this.controllers.set(execution.name, controller);
    this.running.set(execution.name, execution);
    const { options, machine, journal } = this;
    const cancelTimeout = timeoutOf(machine, execution, { clock: options.clock, controller });
    try {
      const output = await runExecution(options, { machine, journal, execution, signal: controller.signal });
      this.finish(execution, { status: 'SUCCEEDED', output: JSON.stringify(output) });
    } catch (error) {
      this.finish(execution, failedWith(error));
    } finally {
      cancelTimeout();
    }
  }
}

/** Opens the executions of one state machine. @throws StartFailure for an unsupported definition. */
export const openExecutions = (options: ExecutionsOptions): Executions => new MachineExecutions(options);

const newExecution = (
  plan: StateMachinePlan,
  { name, input, startedAt }: { name: string; input: string; startedAt: number },
): Execution => ({
  name,
  executionArn: arnOf('states', `execution:${plan.name}:${name}`),
  machineArn: plan.arn,
  input,
  status: 'RUNNING',
  startedAt,
  transitions: 0,
  historyEvents: 1,
});

const timeoutOf = (
  machine: StateMachine,
  { startedAt }: Execution,
  { clock, controller }: { clock: Clock; controller: AbortController },
) =>
  machine.TimeoutSeconds === undefined
    ? () => {}
    : clock.at(startedAt + machine.TimeoutSeconds * 1000, () => controller.abort(new Ended('TIMED_OUT')));

const failedWith = (error: unknown): Partial<Execution> => {
  if (error instanceof Ended) return { status: error.status, error: error.error, cause: error.cause };
  if (error instanceof StateError) return { status: 'FAILED', error: error.error, cause: error.cause };
  return { status: 'FAILED', error: 'States.Runtime', cause: String(error) };
};

const runExecution = (
  { plan, clock, activity, random, invoke, readObject }: ExecutionsOptions,
  {
    machine,
    journal,
    execution,
    signal,
  }: { machine: StateMachine; journal: ExecutionJournal; execution: Execution; signal: AbortSignal },
): Promise<Json> => {
  const input = JSON.parse(execution.input) as Json;
  const context: JsonObject = {
    Execution: {
      Id: execution.executionArn,
      Input: input,
      Name: execution.name,
      StartTime: new Date(execution.startedAt).toISOString(),
    },
    StateMachine: { Id: plan.arn, Name: plan.name },
  };
  return runStateMachine(machine, execution.at ?? { state: machine.StartAt, data: input }, {
    context,
    host: {
      invoke,
      readObject,
      clock,
      activity,
      random,
      signal,
      stateEntered: (state, data) => {
        execution.at = { state, data, enteredAt: clock.now() };
        journal.save(execution);
      },
      countTransition: () => void (execution.transitions += 1),
      countHistoryEvents: (events) => {
        execution.historyEvents += events;
        if (execution.historyEvents > historyLimit) {
          throw new StateError(
            'States.Runtime',
            `The execution reached the maximum number of history events (${historyLimit}).`,
          );
        }
      },
    },
  });
};

/** @throws ServiceError when the input is not JSON, or larger than Step Functions accepts. */
export const checkInput = (input: string): void => {
  if (Buffer.byteLength(input) > dataLimitBytes) {
    throw new ServiceError('ValidationException', `The input is longer than ${dataLimitBytes} bytes.`);
  }
  try {
    JSON.parse(input);
  } catch {
    throw new ServiceError('InvalidExecutionInput', 'The input is not JSON.');
  }
};
