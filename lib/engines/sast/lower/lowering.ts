import type { Argument, Expression, Program, Statement } from '../ir.ts';
import type { Syntax } from '../syntax.ts';

/** Real code is nested a few dozen levels deep; what is deeper is left out and told. */
const maxDepth = 200;

/** What a language brings to be lowered: a function per kind of node; nodes of other kinds are the sum of their parts. */
export interface Grammar {
  expressions: Readonly<Record<string, (node: Syntax, lower: Lowering) => Expression>>;
  statements: Readonly<Record<string, (node: Syntax, lower: Lowering) => Statement[]>>;
}

/** Brings syntax down to the common form, with a bound on depth. */
export class Lowering {
  readonly #grammar: Grammar;
  #depth = 0;
  truncated = false;
  /** Free for a grammar's own use while it walks: the class whose body is being lowered. */
  owner: string | undefined;

  /** What was lowered last. */
  #last: Syntax;

  constructor(grammar: Grammar, root: Syntax) {
    this.#grammar = grammar;
    this.#last = root;
  }

  #bounded<T>(deeper: () => T, otherwise: T): T {
    if (this.#depth >= maxDepth) {
      this.truncated = true;
      return otherwise;
    }
    this.#depth += 1;
    try {
      return deeper();
    } finally {
      this.#depth -= 1;
    }
  }

  expression(node: Syntax | undefined): Expression {
    if (node === undefined) return this.#missing();
    this.#last = node;
    return this.#bounded(
      () => {
        const of = this.#grammar.expressions[node.kind];
        if (of) return of(node, this);
        return { kind: 'other', what: node.kind, parts: this.expressions(node.children), at: node };
      },
      { kind: 'other', what: 'too deep', parts: [], at: node },
    );
  }

  /** Where the syntax is broken, what should stand there need not. */
  #missing(): Expression {
    return { kind: 'other', what: 'missing', parts: [], at: this.#last };
  }

  /** As `expression`; undefined for undefined. */
  optional(node: Syntax | undefined): Expression | undefined {
    return node && this.expression(node);
  }

  expressions(nodes: readonly Syntax[]): Expression[] {
    return nodes.map((node) => this.expression(node));
  }

  arguments(nodes: readonly Syntax[]): Argument[] {
    return nodes.map((node) => ({ value: this.expression(node) }));
  }

  /** One statement as a list, since some are several; none for undefined. */
  statement(node: Syntax | undefined): Statement[] {
    if (node === undefined) return [];
    this.#last = node;
    return this.#bounded((): Statement[] => {
      const of = this.#grammar.statements[node.kind];
      if (of) return of(node, this);
      return [{ kind: 'evaluate', value: this.expression(node), at: node }];
    }, []);
  }

  statements(nodes: readonly Syntax[]): Statement[] {
    return nodes.flatMap((node) => this.statement(node));
  }

  /** The left side of a chain such as `a + b + c` is as deep as the chain is long: it is taken apart in a loop. */
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

/** The text of a literal's escape, as far as it matters to an analysis. */
export const unescape = (escape: string): string => simpleEscapes[escape.slice(1)] ?? escape.slice(1);

/** Numbers as C-like languages write them; not-a-number for what is none. */
export const parseNumber = (text: string): number =>
  Number(text.replaceAll('_', '').replace(/[lLfFdDnN]$/, ''));

/** A dotted path as written (`a.b.c`); undefined for anything else. */
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
