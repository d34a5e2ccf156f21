import type { FaultSource, OutsideCall } from '../cloud/boundary.ts';
import type { Process } from '../scheduler/process.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { FaultKind } from './fault-kinds.ts';

const ofWrites: readonly FaultKind[] = [
  'crash_before',
  'crash_after',
  'timeout_after',
  'twice',
  'delay',
  'throttle',
];
const ofReads: readonly FaultKind[] = ['crash_before', 'delay', 'throttle', 'timeout_after'];
const ofMessages: readonly FaultKind[] = ['lost', 'twice', 'delay'];

/** The mean time between two minutes in which a service does not answer. */
const betweenSilencesMs = 36 * 3_600_000;
const silenceMs = 60_000;
const silent = ['dynamodb', 's3', 'stripe', 'git', 'receiver', 'kms', 'lambda'] as const;

/** Faults by chance: each call goes wrong with the same probability, and now and then a service is silent for a minute. */
export class ChanceOfFaults implements FaultSource {
  isOn = false;
  readonly #scheduler: Scheduler;
  readonly #rate: number;
  #silence: { service: string; until: number } | undefined;

  constructor(scheduler: Scheduler, rate: number) {
    this.#scheduler = scheduler;
    this.#rate = rate;
  }

  /** Begins the minutes of silence. */
  begin(): void {
    if (this.#rate === 0) return;
    const next = -Math.log(1 - this.#scheduler.random()) * betweenSilencesMs;
    this.#scheduler.after(next, () => {
      this.#silence = { service: this.#scheduler.pick(silent), until: this.#scheduler.now + silenceMs };
      this.begin();
    });
  }

  next(call: OutsideCall, _process: Process | undefined, now: number): FaultKind | undefined {
    if (!this.isOn) return undefined;
    if (this.#silence && this.#silence.service === call.service && now < this.#silence.until)
      return 'silence';
    if (this.#rate === 0 || this.#scheduler.random() >= this.#rate) return undefined;
    if (call.operation === 'Event') return this.#scheduler.pick(ofMessages);
    return this.#scheduler.pick(call.isWrite ? ofWrites : ofReads);
  }
}
