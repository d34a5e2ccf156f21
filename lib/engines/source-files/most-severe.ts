import { bySeverity, type Severity } from '../model/severity.ts';

/** Keeps the most severe findings up to a limit, in their order. */
export const mostSevere = <F extends { severity: Severity }>(findings: readonly F[], limit: number): F[] => {
  if (findings.length <= limit) return [...findings];
  const chosen = new Set(findings.toSorted((a, b) => bySeverity(a.severity, b.severity)).slice(0, limit));
  return findings.filter((finding) => chosen.has(finding));
};

/** Collects the most severe of any number of findings, so that others cannot crowd them out. */
export class MostSevere<F extends { severity: Severity }> {
  #kept: F[] = [];
  /** Whether any finding was left out. */
  isFull = false;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(findings: readonly F[]): void {
    for (const finding of findings) this.#kept.push(finding);
    if (this.#kept.length > 2 * this.#limit) this.#trim();
  }

  list(): F[] {
    this.#trim();
    return this.#kept;
  }

  #trim(): void {
    this.isFull ||= this.#kept.length > this.#limit;
    this.#kept = mostSevere(this.#kept, this.#limit);
  }
}
