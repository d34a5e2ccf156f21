import type { Argument, Expression } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { literalExpression, nameExpression } from './lowering.ts';

/** Splits a template into its constant text and its placeholders, in order. A numeric placeholder holds no text. */
type Piece = string | { key?: string; isNumber: boolean };

const between = (template: string, holes: RegExp, pieceOf: (match: RegExpMatchArray) => Piece): Piece[] => {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of template.matchAll(holes)) {
    if (match.index > end) pieces.push(template.slice(end, match.index));
    pieces.push(pieceOf(match));
    end = match.index + match[0].length;
  }
  if (end < template.length) pieces.push(template.slice(end));
  return pieces;
};

const percentHole = /%(?:\((\w{1,60})\))?[-#0-9 +.*]{0,12}([a-zA-Z%])/g;
const braceHole = /\{\{|\}\}|\{([^{}]{0,100})\}/g;
const numeric = /[bcdeEfFgGnoxX%]$/;

const percentPiece = ([, key, how = '']: RegExpMatchArray): Piece =>
  how === '%' ? '%' : { ...(key && { key }), isNumber: /[diouxXeEfFgGc]/.test(how) };

const bracePiece = ([whole, hole]: RegExpMatchArray): Piece => {
  if (hole === undefined) return whole.slice(1);
  const [name = '', spec = ''] = hole.split(':');
  const key = /^\w+/.exec(name)?.[0];
  return { ...(key && { key }), isNumber: numeric.test(spec) };
};

const filled = (
  pieces: readonly Piece[],
  valueOf: (key: string | undefined, place: number) => Expression | undefined,
  at: Syntax,
): Expression => {
  let place = 0;
  const parts = pieces.flatMap((piece): Expression[] => {
    if (typeof piece === 'string') return [literalExpression(piece, at)];
    const value = valueOf(piece.key, place);
    place += 1;
    if (value === undefined) return [];
    return [piece.isNumber ? { kind: 'cast', type: 'int', value, at } : value];
  });
  return parts.length === 0 ? literalExpression('', at) : { kind: 'concat', parts, at };
};

/** Lowers `'… %s …' % (a, b)` to a concatenation, so that the text before each value is known. */
export const percentFormat = (template: string, values: Expression, at: Syntax): Expression =>
  filled(
    between(template, percentHole, percentPiece),
    (key, place) => {
      if (key !== undefined && values.kind === 'record')
        return values.entries.find((entry) => entry.key?.kind === 'literal' && entry.key.value === key)
          ?.value;
      return values.kind === 'list' ? values.items[place] : values;
    },
    at,
  );

/** Lowers `'… {} {name} …'.format(a, name=b)`. */
export const braceFormat = (template: string, args: readonly Argument[], at: Syntax): Expression => {
  const positional = args.filter(({ name }) => name === undefined);
  const spread = positional.find(({ value }) => value.kind === 'spread')?.value;
  return filled(
    between(template, braceHole, bracePiece),
    (key, place) => {
      const named = key === undefined ? undefined : args.find(({ name }) => name === key)?.value;
      return named ?? positional[key === undefined ? place : Number(key)]?.value ?? spread;
    },
    at,
  );
};

/** Lowers `', '.join([a, b])`. */
export const joinedText = (separator: string, items: readonly Expression[], at: Syntax): Expression => ({
  kind: 'concat',
  parts: items.flatMap((item, index) => (index === 0 ? [item] : [literalExpression(separator, at), item])),
  at,
});

/** Builds the method call for other syntax: `a in b`, `a[1:2]`, `path / name`. */
export const methodCall = (
  object: Expression,
  name: string,
  { args, at }: { args: Expression[]; at: Syntax },
): Expression => ({
  kind: 'call',
  callee: { kind: 'member', object, name, at },
  args: args.map((value) => ({ value })),
  created: false,
  at,
});

/** Builds a call of a function that programs cannot name. */
export const builtIn = (name: string, args: Expression[], at: Syntax): Expression => ({
  kind: 'call',
  callee: nameExpression(name, at),
  args: args.map((value) => ({ value })),
  created: false,
  at,
});
