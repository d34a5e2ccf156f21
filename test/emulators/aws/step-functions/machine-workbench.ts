import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { afterEach, beforeEach } from 'vitest';
import type { LocalServer } from '@scangate/emulator-host/http-server';
import {
  openExecutions,
  type Executions,
  type ExecutionsOptions,
} from '@scangate/emulator-aws/step-functions/executions';
import type { Execution } from '@scangate/emulator-aws/step-functions/execution-journal';
import { startSfn } from '@scangate/emulator-aws/step-functions/service';
import type { InvocationResult } from '@scangate/emulator-aws/lambda/worker-pool';
import { machineDefinition } from '../fixtures/machine.ts';
import { clientOf, openWorkbench, type Workbench } from '../workbench.ts';

export const taskArn = 'arn:aws:lambda:us-east-1:000000000000:function:task';
export const plan = {
  name: 'machine',
  arn: 'arn:aws:states:us-east-1:000000000000:stateMachine:machine',
  aliases: ['live'],
};

/** Makes the task fail with a function error of this name. */
export class TaskFailed extends Error {}

type Task = (input: Record<string, unknown>) => Promise<unknown>;
type Machine = { executions: Executions; server: LocalServer; client: SFNClient };

/** State machines with one task, which each test defines. */
class MachineWorkbench {
  bench!: Workbench;
  task: Task = async (input) => input;
  changes: [name: string, status: string][] = [];
  /** The texts of S3 objects, by bucket and key. */
  readonly objects = new Map<string, string>();
  private machines: Machine[] = [];
  private runs = 0;

  async begin(): Promise<void> {
    this.bench = await openWorkbench();
    this.task = async (input) => input;
    this.changes = [];
    this.machines = [];
  }

  async end(): Promise<void> {
    for (const { executions, client, server } of this.machines) {
      executions.close();
      client.destroy();
      await server.close();
    }
    await this.bench.close();
  }

  open(definition: object = machineDefinition(taskArn), more: Partial<ExecutionsOptions> = {}): Executions {
    return openExecutions({
      ...this.bench,
      plan: { ...plan, definition: JSON.stringify(definition) },
      random: () => 0.5,
      isFunction: (arn) => arn === taskArn,
      invoke: (_arn, payload) => this.invoke(payload),
      readObject: async (bucket, key) => this.objects.get(`${bucket}/${key}`),
      onStatusChanged: ({ name, status }) => void this.changes.push([name, status]),
      ...more,
    });
  }

  private async invoke(payload: string): Promise<InvocationResult> {
    try {
      const result = await this.task(JSON.parse(payload) as Record<string, unknown>);
      return { payload: JSON.stringify(result), failed: false };
    } catch (error) {
      if (!(error instanceof TaskFailed)) throw error;
      return {
        payload: JSON.stringify({ errorType: error.message, errorMessage: 'reported' }),
        failed: true,
      };
    }
  }

  async serve(definition?: object) {
    const executions = this.open(definition);
    const server = await startSfn([executions], this.bench.context);
    const client = new SFNClient(clientOf(server.url));
    this.machines.push({ executions, server, client });
    const start = (name: string, input: object) =>
      client.send(
        new StartExecutionCommand({ stateMachineArn: plan.arn, name, input: JSON.stringify(input) }),
      );
    return { executions, start, client };
  }

  /** Runs one execution to its end and moves the clock as far as needed. */
  async run(input: object, definition?: object): Promise<Execution> {
    const { executions } = await this.serve(definition);
    this.runs += 1;
    const { name } = executions.start(`run-${this.runs}`, JSON.stringify(input));
    await this.bench.clock.advanceTo(this.bench.clock.now() + 7_200_000);
    return executions.find(name) as Execution;
  }
}

/** Opens a new workbench for every test of the file. */
export const useMachineWorkbench = (): MachineWorkbench => {
  const machine = new MachineWorkbench();
  beforeEach(() => machine.begin());
  afterEach(() => machine.end());
  return machine;
};

export const outputOf = (execution: Execution): unknown => JSON.parse(execution.output ?? 'null');

/** A machine of one state and its successors. */
export const one = (state: object, more: object = {}) => ({
  StartAt: 'One',
  States: { One: state, ...more },
});
