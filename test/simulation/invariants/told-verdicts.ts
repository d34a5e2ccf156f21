import type { Answered } from '../actors/api.ts';
import type { MemoryStore } from '#adapters/memory/store.ts';
import type { Report } from './violation.ts';

/** Watches what those who wait for a verdict are told: the same each time, and what is stored in the end. */
export class ToldVerdicts {
  readonly #report: Report;
  readonly #told = new Map<string, string>();

  constructor(report: Report) {
    this.#report = report;
  }

  /** Keeps what it knows. @returns brings it back. */
  keep(): () => void {
    const told = [...this.#told];
    return () => {
      this.#told.clear();
      for (const [scanId, verdict] of told) this.#told.set(scanId, verdict);
    };
  }

  onAnswer({ endpoint, answer: { status, body } }: Pick<Answered, 'endpoint' | 'answer'>): void {
    const { scanId, verdict } = body;
    if (endpoint !== 'wait-scan' || status !== 200 || typeof verdict !== 'string') return;
    const before = this.#told.get(String(scanId));
    if (before !== undefined && before !== verdict)
      this.#report('verdict', `${String(scanId)} is told as ${verdict} after ${before}`);
    this.#told.set(String(scanId), verdict);
  }

  /** Compares what was told with what is stored at the end. */
  check(store: MemoryStore): void {
    for (const { scanId, verdict } of store.all('scan')) {
      const told = this.#told.get(scanId);
      if (told !== undefined && told !== verdict?.verdict)
        this.#report('verdict', `${scanId} was told as ${told} and is ${String(verdict?.verdict)}`);
    }
  }
}
