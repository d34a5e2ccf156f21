import type { Argument, Expression, Program, Statement } from '../ir.ts';
import type { Syntax } from '../syntax.ts';

/** Real code is nested a few dozen levels deep; deeper code is left out and reported. */
const maxDepth = 200;

/** A grammar has one function per kind of node; a node of another kind is treated as the sum of its parts. */
export interface Grammar {
  expressions: Readonly<Record<string, (node: Syntax, lower: Lowering) => Expression>>;
  statements: Readonly<Record<string, (node: Syntax, lower: Lowering) => Statement[]>>;
  /** Visits the whole file before its first statement is lowered. */
  begin?: (root: Syntax, lower: Lowering) => void;
}

/** Lowers syntax to the intermediate representation, with a limit on depth. */
export class Lowering {
  readonly #grammar: Grammar;
  #depth = 0;
  truncated = false;
  /** The class whose body is being lowered; set by the grammar. */
  owner: string | undefined;

  /** The node that was lowered last. */
  #last: Syntax;

  constructor(grammar: Grammar, root: Syntax) {
    this.#grammar = grammar;
    this.#last = root;
  }

  expression(node: Syntax | undefined): Expression {
    if (node === undefined) return this.#missing();
    this.#last = node;
    if (this.#depth >= maxDepth) {
      this.truncated = true;
      return { kind: 'other', what: 'too deep', parts: [], at: node };
    }
    this.#depth += 1;
    try {
      const of = this.#grammar.expressions[node.kind];
      if (of) return of(node, this);
      return { kind: 'other', what: node.kind, parts: this.expressions(node.children), at: node };
    } finally {
      this.#depth -= 1;
    }
  }

  /** Stands in for a node that broken syntax lacks. */
  #missing(): Expression {
    return { kind: 'other', what: 'missing', parts: [], at: this.#last };
  }

  /** Lowers like `expression`, and returns undefined for undefined. */
  optional(node: Syntax | undefined): Expression | undefined {
    return node && this.expression(node);
  }

  expressions(nodes: readonly Syntax[]): Expression[] {
    return nodes.map((node) => this.expression(node));
  }

  arguments(nodes: readonly Syntax[]): Argument[] {
    return nodes.map((node) => ({ value: this.expression(node) }));
  }

  /** Lowers one statement to a list, since some become several; undefined becomes an empty list. */
  statement(node: Syntax | undefined): Statement[] {
    if (node === undefined) return [];
    this.#last = node;
    if (this.#depth >= maxDepth) {
      this.truncated = true;
      return [];
    }
    this.#depth += 1;
    try {
      const of = this.#grammar.statements[node.kind];
      if (of) return of(node, this);
      return [{ kind: 'evaluate', value: this.expression(node), at: node }];
    } finally {
      this.#depth -= 1;
    }
  }

  statements(nodes: readonly Syntax[]): Statement[] {
    return nodes.flatMap((node) => this.statement(node));
  }

  /** Flattens a chain such as `a + b + c` in a loop, since its left side is as deep as the chain is long. */
  leftSpine(
    node: Syntax,
    goesOn: (left: Syntax) => boolean,
    left: (node: Syntax) => Syntax | undefined,
  ): Syntax[] {
    const spine = [node];
    for (let next = left(node); next && goesOn(next); next = left(next)) spine.push(next);
    return spine;
  }
}

export const lowerProgram = (grammar: Grammar, root: Syntax): Program => {
  const lowering = new Lowering(grammar, root);
  grammar.begin?.(root, lowering);
  const body = lowering.statements(root.children);
  return { body, truncated: lowering.truncated };
};

export const nameExpression = (name: string, at: Syntax): Expression => ({ kind: 'name', name, at });
export const literalExpression = (value: string | number | boolean | null, at: Syntax): Expression => ({
  kind: 'literal',
  value,
  at,
});

const simpleEscapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** Decodes an escape of a literal as far as the analysis needs it. */
export const unescape = (escape: string): string => simpleEscapes[escape.slice(1)] ?? escape.slice(1);

/** Parses a number as C-like languages write it. @returns NaN for anything else. */
export const parseNumber = (text: string): number =>
  Number(text.replaceAll('_', '').replace(/[lLfFdDnN]$/, ''));

/** Returns a dotted path as written (`a.b.c`), or undefined for anything else. */
export const dottedName = (expression: Expression): string | undefined => {
  const names: string[] = [];
  let at = expression;
  while (at.kind === 'member') {
    names.push(at.name);
    at = at.object;
  }
  if (at.kind !== 'name') return undefined;
  return [at.name, ...names.toReversed()].join('.');
};
