import { dayMs } from '@scangate/domain/instant';
import type { CloudPlan } from '@scangate/emulator-aws/template/cloud-plan';
import { readSchedule } from '@scangate/emulator-aws/events/schedule';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { Boundary, type FaultSource, type OutsideCall } from './boundary.ts';
import { Database } from './database/database.ts';
import { answerDatabase } from './database/answer.ts';
import { IdleSchedules } from './idle-schedules.ts';
import { Executions, type Execution } from './executions.ts';
import { Functions, type LoadHandler } from './functions.ts';
import { answerKeys } from './keys.ts';
import { Objects } from './objects.ts';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from './sdk/sdk.ts';
import { currentProcess, type Process } from '../scheduler/process.ts';
import type { Release } from '../releases/releases.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';

/** A mail as it was sent. */
export interface SentMail {
  at: number;
  to: string;
  subject: string;
  text: string;
}

interface MailInput {
  Destination: { ToAddresses: [string] };
  Message: { Subject: { Data: string }; Body: { Text: { Data: string } } };
}

const databaseErrors = {
  conditionFailed: (Item: object | undefined) => new ConditionalCheckFailedException({ Item }),
  conflict: () => new TransactionConflictException(),
  canceled: (CancellationReasons: object[]) => new TransactionCanceledException({ CancellationReasons }),
};

const readsOnly = /^(?:Get|BatchGet|Query|List|Describe|Verify|Decrypt|Sign|GenerateMac)/;

/** The share of lists of objects that are cut. */
const cutShare = 0.1;

interface CloudOptions {
  plan: CloudPlan;
  scheduler: Scheduler;
  faults: FaultSource;
  load: LoadHandler;
  releaseOf: (name: string) => Release;
  parameters: ReadonlyMap<string, string>;
  /** Whether the run is of years, in which schedules that would find nothing are left out for longer. */
  isLong: boolean;
}

/** The services of the template in memory, behind one boundary. */
export class Cloud {
  readonly boundary: Boundary;
  readonly database: Database;
  readonly objects: Objects;
  readonly functions: Functions;
  readonly executions: Executions;
  readonly mails: SentMail[] = [];
  /** Is called with each mail. */
  onMail: (mail: SentMail) => void = () => {};
  /** Whether schedules invoke anything. */
  hasSchedules = true;
  readonly #idle: IdleSchedules;
  /** The functions that schedules invoke. */
  readonly #scheduled: ReadonlySet<string>;
  readonly #options: CloudOptions;

  constructor(options: CloudOptions) {
    const { plan, scheduler, faults, load, releaseOf } = options;
    this.#options = options;
    this.boundary = new Boundary(scheduler, faults);
    this.database = new Database(plan.tables, scheduler, databaseErrors);
    this.objects = new Objects(plan.buckets);
    this.#idle = new IdleSchedules(this.database, scheduler, options.isLong);
    const { boundary, objects } = this;
    this.functions = new Functions(plan.functions, { scheduler, boundary, faults, load, releaseOf });
    const { functions } = this;
    const targets = plan.rules.flatMap((rule) => (rule.schedule === undefined ? [] : rule.targets));
    this.#scheduled = new Set(targets.map(({ functionArn }) => functions.planOf(functionArn).bundle));
    const onEnded = (execution: Execution) => this.#tellEnd(execution);
    this.executions = new Executions(plan.stateMachines, {
      scheduler,
      boundary,
      functions,
      objects,
      onEnded,
    });
  }

  /** A client of everything as an operator has it: it is answered at once, and nothing goes wrong. */
  readonly direct = {
    send: async ({ service, operation, input }: { service: string; operation: string; input: object }) =>
      this.#answer({ service, operation, isWrite: false }, input as never, undefined),
  };

  /** Answers a call of a client of the SDK. */
  send(service: string, operation: string, input: never): Promise<unknown> {
    const call = { service, operation, isWrite: !readsOnly.test(operation), input };
    const sent = this.boundary.call(call, (kind) => this.#answer(call, input, kind));
    const process = currentProcess();
    if (!process || !this.#scheduled.has(process.name)) return sent;
    return this.#noted(process, { service, operation, input }, sent);
  }

  async #noted(
    process: Process,
    call: { service: string; operation: string; input: unknown },
    sent: Promise<unknown>,
  ): Promise<unknown> {
    this.#idle.begin(process);
    try {
      const answer = await sent;
      this.#idle.note(process, { ...call, answer });
      return answer;
    } catch (error) {
      this.#idle.note(process, call);
      throw error;
    }
  }

  #answer({ service, operation }: OutsideCall, input: never, kind: FaultKind | undefined): unknown {
    const { database, objects, executions } = this;
    const { scheduler, parameters } = this.#options;
    if (service === 'dynamodb')
      return answerDatabase(database, { operation, input, isPartial: kind === 'partial' }, scheduler);
    // A list of the cloud is cut at times, whether anything else goes wrong or not.
    const isCut = kind === 'partial' || (operation === 'ListObjectsV2' && scheduler.random() < cutShare);
    if (kind === 'poison') objects.damage(input, scheduler.thread.name);
    if (service === 'kms') return answerKeys[operation]?.(input);
    if (service === 'lambda') return this.#invoke(input);
    if (service === 'ses') return this.#mail(input);
    const answers: Record<string, (given: Record<string, string>) => object | undefined> = {
      PutObject: (given) => objects.put(given as never),
      GetObject: (given) => objects.get(given as never, scheduler.thread.name),
      DeleteObject: (given) => objects.remove(given as never),
      ListObjectsV2: (given) => objects.list(given as never, isCut),
      StartExecution: ({ stateMachineArn = '', name = '', input: text = '' }) =>
        executions.start(stateMachineArn, name, text),
      StopExecution: ({ executionArn = '' }) => executions.stop(executionArn),
      GetParameter: ({ Name = '' }) => ({ Parameter: { Value: parameters.get(Name) } }),
      AssumeRole: () => ({ Credentials: { AccessKeyId: 'key', SecretAccessKey: 'secret' } }),
    };
    return answers[operation]?.(input);
  }

  async #invoke({
    FunctionName: arn,
    InvocationType: type,
    Payload: payload,
  }: {
    FunctionName: string;
    InvocationType?: string;
    Payload: string;
  }): Promise<object> {
    if (type === 'Event') {
      this.functions.invokeLater(arn, payload);
      return {};
    }
    const answer = await this.functions.invoke(arn, payload);
    return { Payload: Buffer.from(answer.payload), ...(answer.failed && { FunctionError: 'Unhandled' }) };
  }

  #mail({ Destination, Message }: MailInput): object {
    const [to] = Destination.ToAddresses;
    const at = this.#options.scheduler.now;
    const mail = { at, to, subject: Message.Subject.Data, text: Message.Body.Text.Data };
    this.mails.push(mail);
    this.onMail(mail);
    return {};
  }

  /** Status events of executions are sent at best effort. */
  #tellEnd({ arn, machine, input, status }: Execution): void {
    const { rules } = this.#options.plan;
    const detail = { executionArn: arn, stateMachineArn: arn, status, input };
    for (const { pattern, targets } of rules) {
      const wanted = JSON.stringify(pattern?.detail ?? {});
      if (!wanted.includes(`:stateMachine:${machine}"`)) continue;
      for (const { functionArn } of targets)
        this.functions.invokeLater(functionArn, JSON.stringify({ detail }));
    }
  }

  /** Lets rows and objects go whose time is over, each day, as the cloud does. */
  #beginExpiry(): void {
    const { scheduler } = this.#options;
    scheduler.after(dayMs, () => {
      this.database.expire();
      this.objects.expire(scheduler.now);
      this.#beginExpiry();
    });
  }

  /** Begins the schedules of the template. */
  beginSchedules(): void {
    const { plan, scheduler } = this.#options;
    this.#beginExpiry();
    for (const [index, { schedule, targets }] of plan.rules.entries()) {
      if (schedule === undefined) continue;
      const { next } = readSchedule(schedule);
      let ticks = 0;
      const tick = (): boolean => {
        const due = (this.hasSchedules ? targets : []).filter(
          ({ functionArn }) => !this.#idle.isIdle(this.functions.planOf(functionArn).bundle),
        );
        const invoke = (): void => {
          for (const { functionArn, input } of due) this.functions.invokeLater(functionArn, input ?? '{}');
        };
        scheduler.begin(`schedule ${index}.${ticks++}`, invoke);
        scheduler.at(next(scheduler.now), tick);
        return due.length > 0;
      };
      scheduler.at(next(scheduler.now) - scheduler.draw(60_000), tick);
    }
  }
}
