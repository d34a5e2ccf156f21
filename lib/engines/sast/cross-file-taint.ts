import {
  defaultExport,
  type IncomingTaint,
  type OutgoingTaint,
  type ParameterTaint,
} from './taint/analysis-run.ts';

/** The limit of parameters with taint in one unit, and of names that are kept for one file. */
const maxParameters = 500_000;
const maxNames = 1_000;

/** Returns a name without its calls and without the extension of a script. */
export const unsuffixed = (name: string): string => name.replaceAll('()', '').replace(/\.[cm]?[jt]s$/, '');

/** Collects the taint that files pass to functions of other files. */
export class CrossFileTaint {
  readonly #byFile = new Map<string, Map<string, Map<number, ParameterTaint>>>();
  readonly #entered = new Map<string, ReadonlySet<string> | 'any'>();
  #changed = new Set<string>();
  #parameters = 0;

  /** Adds the taint that a call passes to a file. @returns false when the limit is reached. */
  add(file: string, from: string, { names, args, line, column }: Omit<OutgoingTaint, 'start'>): boolean {
    if (this.#parameters >= maxParameters) return false;
    const full = unsuffixed(names[0] ?? '');
    const called = full.slice(full.lastIndexOf('.') + 1);
    // The module itself is a function.
    const name = called.includes('/') ? defaultExport : called;
    const functions = this.#byFile.get(file) ?? new Map<string, Map<number, ParameterTaint>>();
    this.#byFile.set(file, functions);
    const given = functions.get(name) ?? new Map<number, ParameterTaint>();
    functions.set(name, given);
    for (const { index, cleaned, description, from: earlier } of args) {
      const known = given.get(index);
      if (known && (known.cleaned & cleaned) === known.cleaned) continue;
      if (!known) this.#parameters += 1;
      const through = description.includes(', given by ')
        ? description
        : `${description}, given by ${from}:${line}`;
      given.set(index, {
        cleaned: known ? known.cleaned & cleaned : cleaned,
        description: through,
        from: earlier ?? { file: from, line, column, message: description },
      });
      this.#changed.add(file);
    }
    return true;
  }

  /**
   * Notes the functions of a file that taint from other files can enter; undefined when they are unknown. Each reading of a file
   * has its own.
   */
  noteEntered(file: string, names: ReadonlySet<string> | undefined): void {
    const known = this.#entered.get(file);
    const isUnknown = known === 'any' || names === undefined || names.size > maxNames;
    this.#entered.set(file, isUnknown ? 'any' : (known?.union(names) ?? names));
  }

  incoming(file: string): IncomingTaint | undefined {
    return this.#byFile.get(file);
  }

  #isEntered(file: string): boolean {
    const names = this.#entered.get(file) ?? 'any';
    const given = [...(this.#byFile.get(file)?.keys() ?? [])];
    return names === 'any' || given.some((name) => names.has(name));
  }

  /** Returns the files that received more taint since the last call, without those that it cannot enter. */
  takeChanged(): string[] {
    const changed = [...this.#changed].filter((file) => this.#isEntered(file)).toSorted();
    this.#changed = new Set();
    return changed;
  }
}
