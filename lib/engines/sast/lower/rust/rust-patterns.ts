import type { Expression } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { emptyExpression } from '../c-like-expressions.ts';
import { literalExpression, nameExpression, type Lowering } from '../lowering.ts';

const literals = /_literal$/;

const unused = (at: Syntax): Expression => ({ kind: 'other', what: 'unused', parts: [], at });

/** Variants and constants begin with a capital letter, variables do not. */
const isVariable = (text: string): boolean => /^(?:r#)?[a-z_]/.test(text);

const fieldTarget = (field: Syntax): { key: string; target: Expression } | undefined => {
  const name = field.field('name');
  if (!name) return undefined;
  const pattern = field.field('pattern');
  return { key: name.text, target: pattern ? targetOf(pattern) : nameExpression(name.text, name) };
};

/** Lowers a pattern to the target of an assignment: variants and references count as their content. */
export const targetOf = (node: Syntax): Expression => {
  const { children } = node;
  switch (node.kind) {
    case 'identifier':
    case 'shorthand_field_identifier':
      return isVariable(node.text) ? nameExpression(node.text, node) : unused(node);
    case 'match_pattern':
      return children[0] ? targetOf(children[0]) : unused(node);
    case 'mut_pattern':
    case 'ref_pattern':
    case 'reference_pattern': {
      const inner = children.at(-1);
      return inner ? targetOf(inner) : unused(node);
    }
    case 'captured_pattern':
      return children[0] ? targetOf(children[0]) : unused(node);
    case 'tuple_struct_pattern': {
      const [only, ...others] = children.slice(1);
      if (only && others.length === 0) return targetOf(only);
      return { kind: 'list', items: children.slice(1).map(targetOf), at: node };
    }
    case 'tuple_pattern':
    case 'slice_pattern':
      return { kind: 'list', items: children.map(targetOf), at: node };
    case 'struct_pattern': {
      const fields = children.flatMap((child) =>
        child.kind === 'field_pattern' ? (fieldTarget(child) ?? []) : [],
      );
      return {
        kind: 'record',
        entries: fields.map(({ key, target }) => ({
          key: literalExpression(key, node),
          value: target,
          at: node,
        })),
        at: node,
      };
    }
    case 'or_pattern':
      return children[0] ? targetOf(children[0]) : unused(node);
    default:
      return unused(node);
  }
};

/** Returns the literals of `"a" | "b"`, or undefined when an alternative is something else. */
const literalsOf = (pattern: Syntax, lower: Lowering): Syntax[] | undefined => {
  const spine = lower.leftSpine(
    pattern,
    ({ kind }) => kind === 'or_pattern',
    (node) => (node.kind === 'or_pattern' ? node.children[0] : undefined),
  );
  const last = spine.at(-1)!;
  const all = [
    ...(last.kind === 'or_pattern' ? last.children : [last]),
    ...spine.slice(0, -1).flatMap(({ children }) => children.slice(1)),
  ];
  return all.every(({ kind }) => literals.test(kind)) ? all : undefined;
};

/** Lowers the test of a value against a pattern, which binds names to its parts. */
export const patternTest = (
  value: Expression,
  pattern: Syntax | undefined,
  { at, lower }: { at: Syntax; lower: Lowering },
): Expression => {
  const inner = pattern?.kind === 'match_pattern' ? pattern.children[0] : pattern;
  if (inner === undefined) return emptyExpression(at);
  const constants = literalsOf(inner, lower);
  if (constants) {
    const [first, ...others] = lower.expressions(constants);
    if (first && others.length === 0)
      return { kind: 'operation', operator: '==', operands: [value, first], at };
    const items = [...(first ? [first] : []), ...others];
    return { kind: 'operation', operator: 'in', operands: [value, { kind: 'list', items, at }], at };
  }
  const target = targetOf(inner);
  return {
    kind: 'other',
    what: 'pattern',
    parts: [{ kind: 'assign', target, value, at }, emptyExpression(at)],
    last: true,
    at,
  };
};
