import type { RowChange } from '#test/simulation/cloud/database/database.ts';
import type { Item } from '#test/simulation/cloud/database/values.ts';
import type { Report } from '../violation.ts';

/** Watches every commit: a renewed waiver ends with its renewal, of which it has one, in the next version. */
export class RenewalWatch {
  readonly #report: Report;
  /** The waivers, by their ids. */
  readonly #waivers = new Map<string, Item>();
  /** The number of renewals that took effect. */
  compared = 0;

  constructor(report: Report) {
    this.#report = report;
  }

  /** Keeps what it knows. @returns brings it back. */
  keep(): () => void {
    const waivers = [...this.#waivers];
    return () => {
      this.#waivers.clear();
      for (const [id, row] of waivers) this.#waivers.set(id, row);
    };
  }

  #check(name: string, row: Item): void {
    const renewed = this.#waivers.get(String(row['renews']));
    if (!renewed) return this.#report('renewal', `${name} renews nothing`);
    if (row['version'] !== Number(renewed['version']) + 1)
      this.#report('renewal', `${name} has version ${row['version']} after ${renewed['version']}`);
    if (row['status'] === 'approved') this.compared += 1;
    if (row['status'] === 'approved' && renewed['status'] !== 'replaced')
      this.#report('renewal', `${name} is approved, and what it renews is ${renewed['status']}`);
  }

  onCommit(changes: readonly RowChange[]): void {
    const waivers = changes.filter(({ before, after }) =>
      String((after ?? before)?.['sk']).startsWith('WAIVER#'),
    );
    const begun: Item[] = [];
    for (const { before, after } of waivers) {
      if (!after) continue;
      this.#waivers.set(String(after['sk']).slice('WAIVER#'.length), after);
      if (after['renews'] !== undefined && before?.['status'] !== after['status']) begun.push(after);
    }
    for (const row of begun)
      if (row['status'] === 'approved' || row['status'] === 'requested')
        this.#check(`${String(row['pk'])} ${String(row['sk'])}`, row);
  }
}
