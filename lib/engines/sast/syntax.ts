import type { Node } from '@vscode/tree-sitter-wasm';

const longText = 10_000;

/**
 * One node of a syntax tree. Crossing into the parser costs more than all that is done with the answer, so what was
 * asked once is kept.
 */
export class Syntax {
  readonly #node: Node;
  #kind: string | undefined;
  #children: Syntax[] | undefined;
  static #long: { of: Syntax; text: string } | undefined;

  constructor(node: Node) {
    this.#node = node;
  }

  get kind(): string {
    return (this.#kind ??= this.#node.type);
  }

  /** Named children in order, comments left out. */
  get children(): Syntax[] {
    if (this.#children) return this.#children;
    this.#children = [];
    for (const node of this.#node.namedChildren) {
      const child = node && new Syntax(node);
      if (child && !child.kind.endsWith('comment')) this.#children.push(child);
    }
    return this.#children;
  }

  /** Kinds of the unnamed children: operators and keywords, as they are written. */
  get tokens(): string[] {
    return this.#node.children.flatMap((node) => (node && !node.isNamed ? [node.type] : []));
  }

  /** The operator of an expression that has one. */
  get operator(): string {
    return this.#node.childForFieldName('operator')?.type ?? this.tokens[0] ?? '';
  }

  /** The one long text that was asked for last is kept: rules ask for that of a function at every call in it. */
  get text(): string {
    if (Syntax.#long?.of === this) return Syntax.#long.text;
    const { text } = this.#node;
    if (text.length > longText) Syntax.#long = { of: this, text };
    return text;
  }

  field(name: string): Syntax | undefined {
    const node = this.#node.childForFieldName(name);
    return node === null ? undefined : new Syntax(node);
  }

  fields(name: string): Syntax[] {
    return this.#node.childrenForFieldName(name).flatMap((node) => (node ? [new Syntax(node)] : []));
  }

  child(kind: string): Syntax | undefined {
    return this.children.find((child) => child.kind === kind);
  }

  /** Line and column from 1, offsets into the parsed text; columns as an editor counts them. */
  get place(): { line: number; column: number; start: number; end: number } {
    const { startPosition, startIndex, endIndex } = this.#node;
    return {
      line: startPosition.row + 1,
      column: startPosition.column + 1,
      start: startIndex,
      end: endIndex,
    };
  }
}
