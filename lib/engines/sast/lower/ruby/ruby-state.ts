import type { Syntax } from '@scangate/engines/sast/syntax';
import type { Lowering } from '../lowering.ts';

/** The names that are variables so far: any other name calls a method. */
interface Names {
  known: Set<string>;
  /** A method sees no variable around it; a block does. */
  isMethod: boolean;
  /** The name of the block that the method is given, and whether it calls it. */
  block: string;
  yields: boolean;
}

export const unnamedBlock = '&block';

/** The names and strings that the lowering of Ruby remembers from one node to the next. */
export class RubyState {
  readonly #names: Names[] = [{ known: new Set(), isMethod: true, block: unnamedBlock, yields: false }];
  readonly #heredocs = new Map<number, Syntax>();
  /** The attributes declared by the class that is being lowered, which are read like variables. */
  attributes: ReadonlySet<string> = new Set();

  /** Pairs the start of each heredoc with its body. */
  constructor(root: Syntax) {
    if (!/<<[~-]?["'`A-Za-z_]/.test(root.text)) return;
    const begins = root.descendants('heredoc_beginning');
    for (const [index, body] of root.descendants('heredoc_body').entries()) {
      const begin = begins[index];
      if (begin) this.#heredocs.set(begin.place.start, body);
    }
  }

  heredoc(beginning: Syntax): Syntax | undefined {
    return this.#heredocs.get(beginning.place.start);
  }

  /** Lowers the body of a method or block with variables of its own. */
  enclose<T>(isMethod: boolean, run: () => T): T {
    const block = isMethod ? unnamedBlock : this.#top.block;
    this.#names.push({ known: new Set(), isMethod, block, yields: false });
    try {
      return run();
    } finally {
      const { yields } = this.#names.pop()!;
      if (!isMethod && yields) this.#top.yields = true;
    }
  }

  get #top(): Names {
    return this.#names.at(-1)!;
  }

  declare(name: string): void {
    this.#top.known.add(name);
  }

  isVariable(name: string): boolean {
    for (let at = this.#names.length - 1; at >= 0; at -= 1) {
      if (this.#names[at]!.known.has(name)) return true;
      if (this.#names[at]!.isMethod) return false;
    }
    return false;
  }

  nameBlock(name: string): void {
    this.#top.block = name;
  }

  /** Returns the name of the block that `yield` calls. */
  yielded(): string {
    this.#top.yields = true;
    return this.#top.block;
  }

  /** Whether the method that is being lowered yields to an unnamed block. */
  get yieldsUnnamed(): boolean {
    return this.#top.yields && this.#top.block === unnamedBlock;
  }
}

const states = new WeakMap<Lowering, RubyState>();

export const begin = (root: Syntax, lower: Lowering): void => {
  states.set(lower, new RubyState(root));
};

export const stateOf = (lower: Lowering): RubyState => states.get(lower)!;
