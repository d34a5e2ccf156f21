import type { Annotation, ClassUnit, Expression, FunctionUnit, Parameter, Statement } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { dottedName, nameExpression, type Lowering } from './lowering.ts';
import { builtIn } from './python-text.ts';

export const decoratorsOf = (node: Syntax, lower: Lowering): Annotation[] =>
  node.children
    .filter(({ kind }) => kind === 'decorator')
    .flatMap((decorator) => {
      const inner = decorator.children[0];
      if (inner === undefined) return [];
      const written = lower.expression(inner);
      const name = dottedName(written.kind === 'call' ? written.callee : written);
      return name === undefined ? [] : [{ name, args: written.kind === 'call' ? written.args : [] }];
    });

const parameter = (node: Syntax, lower: Lowering): Parameter[] => {
  const plain = { rest: false, annotations: [] };
  if (node.kind === 'identifier') return [{ ...plain, target: nameExpression(node.text, node) }];
  if (node.kind === 'keyword_separator' || node.kind === 'positional_separator') return [];
  const isRest = /splat_pattern/.test(node.kind);
  const name = node.kind === 'tuple_pattern' ? node : (node.field('name') ?? node.children[0]);
  if (name === undefined) return [];
  const type = node.field('type')?.text.slice(0, 100);
  const value = node.field('value');
  return [
    {
      target: name.kind === 'identifier' ? nameExpression(name.text, name) : lower.expression(name),
      rest: isRest && node.kind === 'list_splat_pattern',
      ...(type && { type }),
      ...(value && { default: lower.expression(value) }),
      annotations: [],
    },
  ];
};

const parametersOf = (node: Syntax | undefined, lower: Lowering): Parameter[] =>
  (node?.children ?? []).flatMap((child) => parameter(child, lower));

export const lambdaOf = (node: Syntax, lower: Lowering): FunctionUnit => {
  const body = node.field('body');
  return {
    parameters: parametersOf(node.field('parameters'), lower),
    body: body ? [{ kind: 'return', value: lower.expression(body), at: body }] : [],
    annotations: [],
    at: node,
  };
};

/** Splits off the first parameter of a method, which is its receiver unless the method is static. */
export const functionOf = (
  node: Syntax,
  lower: Lowering,
  { annotations, owner }: { annotations: Annotation[]; owner?: string | undefined },
): FunctionUnit => {
  const all = parametersOf(node.field('parameters'), lower);
  const isStatic = annotations.some(({ name }) => name === 'staticmethod');
  const [first] = all;
  const isMethod = owner !== undefined && !isStatic && first !== undefined;
  const receiver = isMethod && first.target.kind === 'name' ? first.target.name : undefined;
  const name = node.field('name')?.text;
  return {
    ...(name && { name }),
    ...(owner && { owner }),
    ...(receiver && { receiver }),
    ...((isStatic || annotations.some((one) => one.name === 'classmethod')) && { isStatic: true }),
    parameters: isMethod ? all.slice(1) : all,
    body: lower.statements(node.field('body')?.children ?? []),
    annotations,
    at: node,
  };
};

/** Attributes that a framework sets on `self` before it calls a method, by base class. */
const frameworks: readonly { base: RegExp; method: RegExp; source: string; fields: readonly string[] }[] = [
  {
    base: /HTTPRequestHandler$/,
    method: /^do_/,
    source: 'BaseHTTPRequestHandler',
    fields: ['path', 'headers'],
  },
  { base: /View(?:Set)?$/, method: /./, source: 'DjangoView', fields: ['kwargs'] },
];

const withRequest = (unit: FunctionUnit, bases: readonly string[]): FunctionUnit => {
  const { receiver, name = '', at } = unit;
  if (receiver === undefined) return unit;
  const given = frameworks
    .filter(({ base, method }) => method.test(name) && bases.some((one) => base.test(one)))
    .flatMap(({ source, fields }) => fields.map((field) => ({ source, field })))
    .filter(({ field }) => at.text.includes(`.${field}`))
    .map(({ source, field }): Statement => {
      const target: Expression = { kind: 'member', object: nameExpression(receiver, at), name: field, at };
      const value = builtIn(`${source}.${field}`, [], at);
      return { kind: 'evaluate', value: { kind: 'assign', target, value, at }, at };
    });
  return given.length === 0 ? unit : { ...unit, body: [...given, ...unit.body] };
};

export const classOf = (node: Syntax, lower: Lowering, annotations: Annotation[]): ClassUnit => {
  const name = node.field('name')?.text ?? '';
  const unit: ClassUnit = {
    name,
    bases: (node.field('superclasses')?.children ?? [])
      .filter(({ kind }) => kind !== 'keyword_argument')
      .map(({ text }) => text.slice(0, 100)),
    methods: [],
    fields: [],
    annotations,
    body: [],
  };
  for (const member of node.field('body')?.children ?? []) {
    const decorated = member.kind === 'decorated_definition';
    const definition = decorated ? (member.field('definition') ?? member) : member;
    const before = decorated ? decoratorsOf(member, lower) : [];
    if (definition.kind === 'function_definition')
      unit.methods.push(
        withRequest(functionOf(definition, lower, { annotations: before, owner: name }), unit.bases),
      );
    else unit.body.push(...fieldOrStatement(unit, member, lower));
  }
  return unit;
};

const fieldOrStatement = (unit: ClassUnit, member: Syntax, lower: Lowering): Statement[] => {
  const assignment = member.child('assignment');
  const target = assignment?.field('left');
  if (!assignment || target?.kind !== 'identifier') return lower.statement(member);
  const type = assignment.field('type')?.text.slice(0, 100);
  const value = lower.optional(assignment.field('right'));
  unit.fields.push({ name: target.text, ...(type && { type }), ...(value && { value }), at: assignment });
  return [];
};
