import checkedIn from '#contract/openapi.json' with { type: 'json' };

export type Node = Record<string, unknown>;

export const document = checkedIn as unknown as Node & {
  tags: { name: string }[];
  paths: Record<string, Record<string, Node>>;
  webhooks: Record<string, Record<string, Node>>;
  components: Record<string, Record<string, Node>>;
};

const isNode = (value: unknown): value is Node => value !== null && typeof value === 'object';

/** Follows a reference into the components. */
export const resolved = (node: Node): Node => {
  const { $ref } = node;
  if (typeof $ref !== 'string') return node;
  const [, , kind = '', name = ''] = $ref.split('/');
  return resolved({ ...document.components[kind]?.[name] });
};

export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, name: String(operation['operationId']), operation })),
);

/** Yields every schema below a node, with its place. Examples are no schemas. */
function* schemasOf(node: unknown, at: string): Generator<[at: string, schema: Node]> {
  if (!isNode(node)) return;
  if (!Array.isArray(node)) yield [at, node];
  for (const [key, inner] of Object.entries(node))
    if (!['example', 'examples', 'default', 'enum', 'required', 'const'].includes(key))
      yield* schemasOf(inner, `${at}/${key}`);
}

/** All schemas of the document: those of the operations, of the events and of the components. */
export const allSchemas = (): [at: string, schema: Node][] =>
  Object.entries({
    ...Object.fromEntries(operations.map(({ name, operation }) => [name, operation])),
    ...document.webhooks,
    ...document.components['schemas'],
  }).flatMap(([name, node]) => [...schemasOf(node, name)]);
