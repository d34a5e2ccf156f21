import type { Annotation, FunctionUnit, Parameter, Statement } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { emptyExpression } from '../c-like-expressions.ts';
import type { Lowering } from '../lowering.ts';
import { partsOf } from './rust-blocks.ts';
import { targetOf } from './rust-patterns.ts';
import { extractorsOf, typeName } from './rust-types.ts';

/** The wrappers of an extractor become annotations: `web::Query<Info>` is an `Info` from `web.Query`. */
const annotationsOf = (type: Syntax | undefined): Annotation[] =>
  type ? extractorsOf(type).map((name) => ({ name, args: [] })) : [];

const parameter = (node: Syntax): Parameter[] => {
  if (node.kind === 'self_parameter' || node.kind === 'attribute_item') return [];
  if (node.kind !== 'parameter') return [{ target: targetOf(node), rest: false, annotations: [] }];
  const pattern = node.field('pattern');
  const type = node.field('type');
  return [
    {
      target: pattern ? targetOf(pattern) : emptyExpression(node),
      ...(type && { type: typeName(type) }),
      rest: false,
      annotations: annotationsOf(type),
    },
  ];
};

/** The last expression of a body is returned. */
const bodyOf = (body: Syntax | undefined, lower: Lowering): Statement[] => {
  if (body === undefined) return [];
  if (body.kind !== 'block') return [{ kind: 'return', value: lower.expression(body), at: body }];
  const { statements, value } = partsOf(body);
  const before = lower.statements(statements);
  return value ? [...before, { kind: 'return', value: lower.expression(value), at: value }] : before;
};

export const closureOf = (node: Syntax, lower: Lowering): FunctionUnit => {
  const parameters = (node.field('parameters')?.children ?? []).flatMap(parameter);
  const isHandler = parameters.some(({ annotations }) => annotations.length > 0);
  return {
    parameters,
    body: bodyOf(node.field('body'), lower),
    // A closure with extractors is a request handler: the framework calls it.
    annotations: isHandler ? [{ name: 'handler', args: [] }] : [],
    at: node,
  };
};

export const functionOf = (node: Syntax, annotations: Annotation[], lower: Lowering): FunctionUnit => {
  const list = node.field('parameters')?.children ?? [];
  const name = node.field('name')?.text;
  const returns = node.field('return_type');
  const isMethod = list.some(({ kind }) => kind === 'self_parameter');
  const { owner } = lower;
  return {
    ...(name && { name }),
    ...(owner && { owner, receiver: 'self' }),
    ...(!isMethod && { isStatic: true }),
    ...(returns && { returnType: typeName(returns) }),
    parameters: list.flatMap(parameter),
    body: bodyOf(node.field('body'), lower),
    annotations,
    at: node,
  };
};
