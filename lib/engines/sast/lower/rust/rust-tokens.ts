import type { Expression } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { emptyExpression } from '../c-like-expressions.ts';
import { nameExpression, type Lowering } from '../lowering.ts';
import { simplified } from './rust-calls.ts';
import { macroOf } from './rust-macros.ts';

const maxTokens = 2000;

/** Returns the tokens between the brackets of a tree. */
const inside = (tree: Syntax | undefined): Syntax[] => (tree?.parts ?? []).slice(1, -1).slice(0, maxTokens);

/** Splits the tokens of a tree at a separator, without empty parts. */
export const splitAt = (tree: Syntax | undefined, sign: string): Syntax[][] => {
  const all: Syntax[][] = [[]];
  for (const token of inside(tree)) {
    if (token.kind === sign) all.push([]);
    else all.at(-1)!.push(token);
  }
  return all.filter((tokens) => tokens.length > 0);
};

const names = new Set(['identifier', 'self', 'crate', 'super', 'primitive_type', 'type_identifier']);
const isTree = (token: Syntax | undefined): token is Syntax => token?.kind === 'token_tree';
const opens = (token: Syntax, bracket: string): boolean => isTree(token) && token.parts[0]?.kind === bracket;

/** The tokens of a macro have no grammar: this class parses the expressions that people usually write there. */
class Tokens {
  readonly #tokens: readonly Syntax[];
  readonly #lower: Lowering;
  #at = 0;

  constructor(tokens: readonly Syntax[], lower: Lowering) {
    this.#tokens = tokens;
    this.#lower = lower;
  }

  get #next(): Syntax | undefined {
    return this.#tokens[this.#at];
  }

  /** Reads all tokens; the parts of an operation are a sum. */
  all(at: Syntax): Expression {
    const parts: Expression[] = [];
    let isSum = true;
    while (this.#next) {
      const part = this.#primary(this.#next);
      if (part) parts.push(this.#postfix(part));
      else {
        isSum &&= this.#next.kind === '+' || this.#next.kind === '&';
        this.#at += 1;
      }
    }
    const [only] = parts;
    if (only && parts.length === 1) return only;
    return isSum && parts.length > 1
      ? { kind: 'concat', parts, at }
      : { kind: 'other', what: 'tokens', parts, at };
  }

  #primary(token: Syntax): Expression | undefined {
    if (names.has(token.kind)) {
      this.#at += 1;
      return nameExpression(token.text, token);
    }
    if (token.kind.endsWith('_literal')) {
      this.#at += 1;
      return this.#lower.expression(token);
    }
    if (!isTree(token)) return undefined;
    this.#at += 1;
    const items = splitAt(token, ',').map((tokens) => expressionOf(tokens, token, this.#lower));
    const [only] = items;
    if (only && items.length === 1) return only;
    return { kind: 'list', items, at: token };
  }

  #postfix(start: Expression): Expression {
    let value = start;
    for (let token = this.#next; token; token = this.#next) {
      const following = this.#tokens[this.#at + 1];
      if ((token.kind === '.' || token.kind === '::') && following) {
        this.#at += 2;
        if (following.kind !== 'await' && following.kind !== '<')
          value = { kind: 'member', object: value, name: following.text, at: token };
      } else if (token.kind === '!' && isTree(following)) {
        this.#at += 2;
        value = macroOf(value, following, { at: token, lower: this.#lower });
      } else if (opens(token, '(')) {
        this.#at += 1;
        const args = splitAt(token, ',').map((tokens) => ({
          value: expressionOf(tokens, token, this.#lower),
        }));
        value = simplified({ kind: 'call', callee: value, args, created: false, at: token });
      } else if (opens(token, '[')) {
        this.#at += 1;
        value = {
          kind: 'index',
          object: value,
          index: expressionOf(inside(token), token, this.#lower),
          at: token,
        };
      } else if (token.kind === '?') this.#at += 1;
      else break;
    }
    return value;
  }
}

/** Lowers tokens to an expression. */
export const expressionOf = (tokens: readonly Syntax[], at: Syntax, lower: Lowering): Expression =>
  tokens.length === 0 ? emptyExpression(at) : new Tokens(tokens, lower).all(at);
