import type { Annotation, ClassUnit, FunctionUnit, Parameter, Statement } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { dottedName, nameExpression, type Lowering } from './lowering.ts';

const decorators = (nodes: readonly Syntax[], lower: Lowering): Annotation[] =>
  nodes
    .filter(({ kind }) => kind === 'decorator')
    .flatMap((decorator) => {
      const inner = decorator.children[0];
      if (inner === undefined) return [];
      const written = lower.expression(inner);
      const callee = written.kind === 'call' ? written.callee : written;
      const name = dottedName(callee);
      return name === undefined ? [] : [{ name, args: written.kind === 'call' ? written.args : [] }];
    });

const typeOf = (node: Syntax): string | undefined =>
  node.child('type_annotation')?.children[0]?.text.slice(0, 100);

const parameter = (node: Syntax, lower: Lowering): Parameter[] => {
  if (node.kind !== 'required_parameter' && node.kind !== 'optional_parameter') {
    const written = lower.expression(node);
    const rest = written.kind === 'spread';
    const target = written.kind === 'spread' ? written.value : written;
    return [
      target.kind === 'assign'
        ? { target: target.target, default: target.value, rest, annotations: [] }
        : { target, rest, annotations: [] },
    ];
  }
  const pattern = node.field('pattern') ?? node.children[0];
  if (pattern === undefined || pattern.kind === 'this') return [];
  const [written] = parameter(pattern, lower);
  const type = typeOf(node);
  const value = node.field('value');
  return written
    ? [
        {
          ...written,
          ...(type && { type }),
          ...(value && { default: lower.expression(value) }),
          annotations: decorators(node.children, lower),
        },
      ]
    : [];
};

const bodyOf = (node: Syntax | undefined, lower: Lowering): Statement[] => {
  if (node === undefined) return [];
  if (node.kind === 'statement_block') return lower.statements(node.children);
  return [{ kind: 'return', value: lower.expression(node), at: node }];
};

/** Lowers any function: declaration, expression, arrow function or method. */
export const functionOf = (
  node: Syntax,
  lower: Lowering,
  { annotations = [], owner }: { annotations?: Annotation[]; owner?: string | undefined } = {},
): FunctionUnit => {
  const name = node.field('name')?.text;
  const single = node.field('parameter');
  const parameters = single ? [single] : (node.child('formal_parameters')?.children ?? []);
  const isStatic = node.kind === 'method_definition' && node.tokens.includes('static');
  return {
    ...(name && { name }),
    ...(owner && { owner }),
    ...(isStatic && { isStatic }),
    ...(node.kind !== 'arrow_function' && { receiver: 'this' }),
    parameters: parameters.flatMap((child) => parameter(child, lower)),
    body: bodyOf(node.field('body'), lower),
    annotations,
    at: node,
  };
};

/** Returns the fields that constructor parameters declare: `constructor(private users: Users)`. */
const declaredByConstructor = (method: Syntax): ClassUnit['fields'] =>
  (method.child('formal_parameters')?.children ?? [])
    .filter((node) => node.child('accessibility_modifier') !== undefined)
    .flatMap((node) => {
      const name = node.field('pattern')?.text;
      const type = typeOf(node);
      return name ? [{ name, ...(type && { type }), value: nameExpression(name, node), at: node }] : [];
    });

export const classOf = (node: Syntax, lower: Lowering): ClassUnit => {
  const name = node.field('name')?.text ?? '';
  const heritage = node.child('class_heritage');
  const unit: ClassUnit = {
    name,
    bases: heritage ? [heritage.text.replace(/^extends\s{1,9}/, '').slice(0, 100)] : [],
    methods: [],
    fields: [],
    annotations: decorators(node.children, lower),
    body: [],
  };
  const members = node.field('body')?.children ?? [];
  for (const [index, member] of members.entries()) {
    if (member.kind === 'method_definition') {
      const lastOther = members.findLastIndex((other, at) => at < index && other.kind !== 'decorator');
      unit.methods.push(
        functionOf(member, lower, {
          annotations: decorators(members.slice(lastOther + 1, index), lower),
          owner: name,
        }),
      );
      if (member.field('name')?.text === 'constructor') unit.fields.push(...declaredByConstructor(member));
    } else if (/^(?:public_)?field_definition$/.test(member.kind)) {
      const value = lower.optional(member.field('value'));
      const field = (member.field('name') ?? member.field('property'))?.text ?? '';
      const type = typeOf(member);
      unit.fields.push({ name: field, ...(type && { type }), ...(value && { value }), at: member });
    } else if (member.kind === 'class_static_block') {
      unit.body.push(...lower.statements(member.field('body')?.children ?? []));
    }
  }
  return unit;
};
