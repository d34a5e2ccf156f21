import type { SgNode } from '@ast-grep/napi';

/**
 * One node of a syntax tree. Crossing into the parser costs more than all that is done with the answer, so what was
 * asked once is kept.
 */
export class Syntax {
  readonly #node: SgNode;
  #kind: string | undefined;
  #children: Syntax[] | undefined;

  constructor(node: SgNode) {
    this.#node = node;
  }

  get kind(): string {
    return (this.#kind ??= this.#node.kind() as string);
  }

  /** Named children in order, comments left out. */
  get children(): Syntax[] {
    this.#children ??= this.#node
      .namedChildren()
      .map((node) => new Syntax(node))
      .filter(({ kind }) => !kind.endsWith('comment'));
    return this.#children;
  }

  /** Kinds of the unnamed children: operators and keywords, as they are written. */
  get tokens(): string[] {
    return this.#node
      .children()
      .filter((node) => !node.isNamed())
      .map((node) => node.kind() as string);
  }

  /** The operator of an expression that has one. */
  get operator(): string {
    return (this.#node.field('operator')?.kind() as string | undefined) ?? this.tokens[0] ?? '';
  }

  get text(): string {
    return this.#node.text();
  }

  field(name: string): Syntax | undefined {
    const node = this.#node.field(name);
    return node === null ? undefined : new Syntax(node);
  }

  fields(name: string): Syntax[] {
    return this.#node.fieldChildren(name).map((node: SgNode) => new Syntax(node));
  }

  child(kind: string): Syntax | undefined {
    return this.children.find((child) => child.kind === kind);
  }

  /** Line and column from 1, offsets into the parsed text; columns as an editor counts them. */
  get place(): { line: number; column: number; start: number; end: number } {
    const { start, end } = this.#node.range();
    return { line: start.line + 1, column: start.column + 1, start: start.index, end: end.index };
  }
}
