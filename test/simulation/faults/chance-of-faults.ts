import { readsInParts, type FaultSource, type OutsideCall } from '../cloud/boundary.ts';
import type { Process } from '../scheduler/process.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { faultMs, type FaultKind } from './fault-kinds.ts';

const ofWrites: readonly FaultKind[] = [
  'crash_before',
  'crash_after',
  'timeout_after',
  'twice',
  'delay',
  'throttle',
];
const ofTransactions: readonly FaultKind[] = [...ofWrites, 'in_progress'];
const ofReads: readonly FaultKind[] = ['crash_before', 'delay', 'throttle', 'timeout_after'];
const ofPages: readonly FaultKind[] = [...ofReads, 'partial'];
const ofObjects: readonly FaultKind[] = [...ofReads, 'poison'];
const ofMessages: readonly FaultKind[] = ['lost', 'twice', 'delay', 'dead_letter'];

/** The mean time between two minutes in which a service, or the whole region, does not answer. */
const betweenSilencesMs = 36 * 3_600_000;
/** Every service that is called, and all of them at once. */
const services = [
  'dynamodb',
  's3',
  'kms',
  'lambda',
  'states',
  'ses',
  'ssm',
  'gateway',
  'stripe',
  'git',
  'receiver',
  'tracker',
  'identity',
  'issuer',
  'dns',
  'osv',
  'region',
] as const;
/** The share of processes whose clock is wrong. */
const skewedShare = 0.1;

/**
 * Faults by chance: each call goes wrong with the same probability, and now and then a service is silent for a minute. Each
 * fault has a name, by which it is left out of a run that is otherwise the same.
 */
export class ChanceOfFaults implements FaultSource {
  isOn = false;
  /** Whether no call goes wrong for now. */
  isPaused = false;
  /** Whether clocks are wrong. */
  isSkewed = true;
  /** The names of the faults so far. */
  readonly made: string[] = [];
  readonly #scheduler: Scheduler;
  readonly #rate: number;
  readonly #kept: ReadonlySet<string> | undefined;
  #silent: { service: string; until: number } | undefined;
  #silences = 0;

  /** @param kept are the names of the faults that are made; all for undefined. */
  constructor(scheduler: Scheduler, rate: number, kept?: ReadonlySet<string>) {
    this.#scheduler = scheduler;
    this.#rate = rate;
    this.#kept = kept;
  }

  #isMade(name: string): boolean {
    if (this.#kept && !this.#kept.has(name)) return false;
    this.made.push(name);
    return true;
  }

  /** Begins the minutes of silence: some by chance, and one of the whole region in the given time. */
  begin(withinMs: number): void {
    if (this.#rate === 0) return;
    this.#scheduler.begin('silences', () => this.#planSilence());
    this.#scheduler.begin('the silence of the region', () => {
      this.#scheduler.after(this.#scheduler.draw(withinMs), () => {
        if (this.isOn && this.#isMade('silence of the region')) this.#silence('region');
      });
    });
  }

  #silence(service: string): void {
    this.#silent = { service, until: this.#scheduler.now + faultMs };
  }

  #planSilence(): void {
    const next = -Math.log(1 - this.#scheduler.random()) * betweenSilencesMs;
    this.#scheduler.after(next, () => {
      const service = this.#scheduler.pick(services);
      this.#silences += 1;
      if (this.isOn && this.#isMade(`silence ${this.#silences} of ${service}`)) this.#silence(service);
      this.#planSilence();
    });
  }

  #isSilent({ service }: OutsideCall, now: number): boolean {
    const silent = this.#silent;
    return silent !== undefined && now < silent.until && ['region', service].includes(silent.service);
  }

  next(call: OutsideCall, process: Process | undefined, now: number): FaultKind | undefined {
    if (!this.isOn || this.isPaused) return undefined;
    if (this.#isSilent(call, now)) return 'silence';
    const scheduler = this.#scheduler;
    if (this.#rate === 0 || scheduler.random() >= this.#rate) return undefined;
    const kind = scheduler.pick(this.#kindsOf(call));
    const { name, messages } = scheduler.thread;
    const where = process ? `${process.number}/${process.calls}` : `message ${messages}`;
    return this.#isMade(`${name}/${where} ${kind}`) ? kind : undefined;
  }

  #kindsOf({ operation, isWrite }: OutsideCall): readonly FaultKind[] {
    if (operation === 'Event') return ofMessages;
    if (operation === 'TransactWrite') return ofTransactions;
    if (isWrite) return ofWrites;
    if (operation === 'GetObject') return ofObjects;
    return readsInParts.has(operation) ? ofPages : ofReads;
  }

  skewOf(): number {
    const scheduler = this.#scheduler;
    if (!this.isOn || !this.isSkewed || scheduler.random() >= skewedShare) return 0;
    const skewMs = scheduler.draw(2 * faultMs) - faultMs;
    const { name, processes } = scheduler.thread;
    return this.#isMade(`${name}/${processes + 1} clock`) ? skewMs : 0;
  }
}
