import type { Node } from '@vscode/tree-sitter-wasm';

const longText = 10_000;

/** A range of a parsed text. */
export interface Place {
  line: number;
  column: number;
  /** The position behind the last character; absent when only the offset is known. */
  endLine?: number;
  endColumn?: number;
  start: number;
  end: number;
}

/**
 * One node of a syntax tree. Crossing into the parser costs more than using the answer, so that answers are
 * cached.
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

  /** The named children in order, without comments. */
  get children(): Syntax[] {
    if (this.#children) return this.#children;
    this.#children = [];
    for (const node of this.#node.namedChildren) {
      const child = node && new Syntax(node);
      if (child && !child.kind.endsWith('comment')) this.#children.push(child);
    }
    return this.#children;
  }

  /** All children in order, including punctuation and keywords, without comments. */
  get parts(): Syntax[] {
    return this.#node.children.flatMap((node) =>
      node && !node.type.endsWith('comment') ? [new Syntax(node)] : [],
    );
  }

  /** The kinds of the unnamed children: operators and keywords as written. */
  get tokens(): string[] {
    return this.#node.children.flatMap((node) => (node && !node.isNamed ? [node.type] : []));
  }

  /** The operator of the expression, or an empty string. */
  get operator(): string {
    return this.#node.childForFieldName('operator')?.type ?? this.tokens[0] ?? '';
  }

  /** Caches the last long text: rules ask for the text of a function at every call in it. */
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

  get parent(): Syntax | undefined {
    const { parent } = this.#node;
    return parent === null ? undefined : new Syntax(parent);
  }

  /** The nodes of a kind below this one, in order. */
  descendants(kind: string): Syntax[] {
    return this.#node.descendantsOfType(kind).flatMap((node) => (node ? [new Syntax(node)] : []));
  }

  child(kind: string): Syntax | undefined {
    return this.children.find((child) => child.kind === kind);
  }

  /** Line and column count from 1, columns as an editor counts them; offsets are into the parsed text. */
  get place(): Required<Place> {
    const { startPosition, endPosition, startIndex, endIndex } = this.#node;
    return {
      line: startPosition.row + 1,
      column: startPosition.column + 1,
      endLine: endPosition.row + 1,
      endColumn: endPosition.column + 1,
      start: startIndex,
      end: endIndex,
    };
  }
}
