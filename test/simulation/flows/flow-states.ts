import type { Outcome, OutsideCall } from '../cloud/boundary.ts';
import type { RowChange } from '../cloud/database/database.ts';
import { threadsOfIds } from '../scheduler/chance-of-ids.ts';
import type { Heard, Process } from '../scheduler/process.ts';
import type { Planned } from '../scheduler/queue.ts';
import type { Thread } from '../scheduler/thread.ts';
import type { World } from '../start/world.ts';
import { bytesAsText, digestOfState, textOf, timeless } from './canonical-state.ts';

/** Everything of a run that is stored, here or outside: one text for each thing. */
type Stored = Map<string, string>;

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** A client that waits for a verdict only reads. */
const readsOnly = (name: string, isAwaiting: boolean): boolean =>
  name === 'get-scan' || (isAwaiting && name === 'authorizer');

/** The text of an answer, in which a stream is as good as the object that it reads. */
const answerOf = ({ service, operation, input }: OutsideCall, value: unknown): string => {
  if (operation === 'GetObject') return `the object of ${timeless(input)}`;
  return service === 'git' ? 'files' : textOf(value);
};

/** The error of a call that failed, or of the function that it called. */
const failureOf = ({ error, value }: Outcome): string | undefined => {
  if (error) return textOf({ ...error, name: error.name });
  const { payload, failed } = (value ?? {}) as { payload?: string; failed?: boolean };
  return failed ? String((JSON.parse(payload ?? '{}') as { errorType?: string }).errorType) : undefined;
};

/** Adds what a process is told. It forgets that a call failed when the same one is answered in the end. */
const hear = (heard: readonly Heard[], call: OutsideCall, outcome: Outcome): Heard[] => {
  const failure = failureOf(outcome);
  const { service, operation } = call;
  const about = `${service} ${operation}`;
  // A state machine tries this again more often than there are faults.
  if (failure === 'Transient' && operation === 'InvokeTask') return [...heard];
  if (failure !== undefined)
    return [...heard, { told: `${about} failed: ${failure}`, failed: `${about} ${timeless(call.input)}` }];
  const told = `${about}: ${answerOf(call, outcome.value)}`;
  const hasFailed = heard.some(({ failed }) => failed !== undefined);
  const asked = hasFailed ? `${about} ${timeless(call.input)}` : '';
  return [...(hasFailed ? heard.filter(({ failed }) => failed !== asked) : heard), { told }];
};

/**
 * Knows the whole state of each run: everything that is stored for its organization, in the service and outside, and
 * everything under way. A process under way is what it was begun with and every answer that it got.
 */
export class FlowStates {
  readonly #world: World;
  readonly #runs: ReadonlySet<string>;
  readonly #stored = new Map<string, Stored>();
  readonly #ownersOfStripe = new Map<string, string>();
  #received = 0;
  #mails = 0;

  constructor(world: World, runs: ReadonlySet<string>) {
    this.#world = world;
    this.#runs = runs;
    const { database, objects } = world.cloud;
    const { onCommit } = database;
    const { onPut } = objects;
    database.onCommit = (changes) => {
      onCommit(changes);
      for (const change of changes) this.#noteRow(change);
    };
    objects.onPut = (key, content) => {
      onPut(key, content);
      this.#note(key, `object ${key}`, `${key} ${bytesAsText(content)}`);
    };
    world.stripe.onChange = ({ type, id, value }) => {
      if (type === 'event') return;
      const name = `${type} ${id}`;
      const text = textOf(value);
      const customer = /"customer":"(\w+)"/.exec(text)?.[1] ?? '';
      const known = this.#ownersOfStripe.get(name) ?? this.#ownersOfStripe.get(`customer ${customer}`);
      const owner = known ?? this.#ownerOf(text);
      if (owner !== undefined) this.#ownersOfStripe.set(name, owner);
      this.#keep(owner, name, value && `${type} ${text}`);
    };
  }

  /** The run to which something belongs: that of the thread that runs, or else of an id that it names. */
  #ownerOf(named: string): string | undefined {
    const here = this.#world.scheduler.thread.name.replace(' before', '');
    return this.#runs.has(here) ? here : this.#ownerOfId(named);
  }

  #ownerOfId(named: string): string | undefined {
    const owner = threadsOfIds.get(uuid.exec(named)?.[0] ?? '')?.replace(' before', '');
    return owner !== undefined && this.#runs.has(owner) ? owner : undefined;
  }

  #keep(owner: string | undefined, name: string, text: string | undefined): void {
    if (owner === undefined) return;
    const stored = this.#stored.get(owner) ?? new Map<string, string>();
    this.#stored.set(owner, stored);
    if (text === undefined) stored.delete(name);
    else stored.set(name, text);
  }

  #note(named: string, name: string, text: string | undefined): void {
    this.#keep(this.#ownerOf(named), name, text);
  }

  #noteRow({ table, before, after }: RowChange): void {
    const { pk, sk = '' } = (after ?? before ?? {}) as { pk: string; sk?: string };
    // How many requests came in a minute is far from its limit, and some counts are of all organizations.
    if (sk.startsWith('RATE#') || pk.includes('everybody')) return;
    this.#note(`${pk} ${sk}`, `${table} ${pk} ${sk}`, after && `${table} ${textOf(after)}`);
  }

  #ownerOfMail(to: string): string | undefined {
    const { organizations } = this.#world;
    const found = organizations.find(({ taint }) => to.includes(`.${taint}@`));
    return this.#ownerOfId(found?.organizationId ?? '');
  }

  /** Notes what has arrived since it looked last; how often a thing arrived matters to nobody. */
  #noteArrived(): void {
    const { receivers, cloud } = this.#world;
    for (const { url, body } of receivers.received.slice(this.#received))
      this.#keep(this.#ownerOfId(body), `received ${body}`, `received ${url} ${body}`);
    this.#received = receivers.received.length;
    for (const { to, subject } of cloud.mails.slice(this.#mails))
      this.#keep(this.#ownerOfMail(to), `mail ${to} ${subject}`, `mail ${to} ${subject}`);
    this.#mails = cloud.mails.length;
  }

  /** Notes what a process is told. */
  onOutcome(call: OutsideCall, outcome: Outcome): void {
    const { process } = outcome;
    if (!process || !this.#runs.has(process.thread.name)) return;
    process.heard = hear(process.heard, call, outcome);
  }

  #isThere(name: string): boolean {
    if (!name.startsWith('object ')) return true;
    return [...this.#world.cloud.objects.buckets.values()].some((bucket) => bucket.has(name.slice(7)));
  }

  #ofProcess({ name, input = '', heard, steps, skewMs, triesLeft }: Process, faultsLeft: number): string {
    const left = (tries = 0): number => Math.min(tries, faultsLeft);
    const about =
      steps.size > 0
        ? [...steps].toSorted().map(([who, { step, triesLeft: tries }]) => [who, step, left(tries)].join(' '))
        : [input, ...heard.map(({ told }) => told)];
    return ['process', name, ...about, skewMs, left(triesLeft)].join(' ');
  }

  #ofPlanned({ at, cause, process, what }: Planned, faultsLeft: number): string {
    const { text = '', input, triesLeft = [] } = what ?? {};
    const left = triesLeft.map((tries) => Math.min(tries, faultsLeft));
    // What a process that has ended still sends follows from nothing else that is compared.
    const late = process?.isDead ? timeless(input) : '';
    return `planned by ${cause}: ${text} ${late} ${new Date(at).toISOString()} ${left.join(' ')}`;
  }

  /** The executions of a run: a name that is used starts nothing again. */
  #executionsOf(thread: Thread): string[] {
    return [...this.#world.cloud.executions.all.values()]
      .filter(({ name, input }) => this.#ownerOfId(`${name} ${input}`) === thread.name)
      .map(({ machine, name, status }) => `execution ${machine} ${name} ${status}`);
  }

  /**
   * The digest of the state of a run at a call. Two that are equal differ in ids, in chance and in how long ago things were, and in
   * tries that so many more faults cannot use up.
   */
  digestAt(thread: Thread, { call, faultsLeft }: { call: string; faultsLeft: number }): string {
    const { scheduler, cloud, planned } = this.#world;
    this.#noteArrived();
    const processes = scheduler.runningFor(thread);
    const isAwaiting = processes.some(({ steps }) => steps.has('verdict'));
    // Timers of processes that have ended reach nothing; their calls may still arrive.
    const matters = ({ process, what, cause }: Planned): boolean =>
      (process?.isDead !== true || what !== undefined) &&
      !readsOnly(cause, isAwaiting) &&
      what?.text !== 'gateway get-scan';
    const stored = [...(this.#stored.get(thread.name) ?? [])];
    const parts = [
      call,
      ...stored.filter(([name]) => this.#isThere(name)).map(([, text]) => text),
      ...processes
        .filter(({ name }) => !readsOnly(name, isAwaiting))
        .map((each) => this.#ofProcess(each, faultsLeft)),
      ...scheduler
        .plannedFor(thread)
        .filter(matters)
        .map((each) => this.#ofPlanned(each, faultsLeft)),
      ...this.#executionsOf(thread),
      ...cloud.objects.damagedFor(thread.name),
      planned.isSilentFor(thread.name, scheduler.now) ? 'silent' : '',
    ];
    return digestOfState(parts, scheduler.now);
  }
}
