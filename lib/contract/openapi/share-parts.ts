import { isObject, type Json } from './json-schema-node.ts';

/** Replaces parameters that several operations share by references, and returns them by name. */
export const shareParameters = (operations: readonly Json[]): Record<string, Json> => {
  const parameters = operations.flatMap(({ parameters: own = [] }) => own as Json[]);
  const counts = Map.groupBy(parameters, (parameter) => JSON.stringify(parameter));
  const shared = new Map<string, string>();
  for (const [key, [first, ...others]] of counts) {
    const name = String(first?.['name']);
    if (others.length > 0 && ![...shared.values()].includes(name)) shared.set(key, name);
  }
  for (const operation of operations)
    operation['parameters'] = ((operation['parameters'] ?? []) as Json[]).map((parameter) => {
      const name = shared.get(JSON.stringify(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    });
  return Object.fromEntries([...shared].map(([key, name]) => [name, JSON.parse(key) as Json]));
};

/** A shorter example takes less space than a reference. */
const shortestShared = 120;

/** The descriptions of bodies by media type. */
const mediaOf = (operation: Json): Json[] => {
  const bodies = [operation['requestBody'], ...Object.values(operation['responses'] as Json)];
  const contents = bodies.map((body) => (isObject(body) ? body['content'] : undefined)).filter(isObject);
  return contents.flatMap((content) => Object.values(content)).filter(isObject);
};

/** Replaces examples that several operations share by references, and returns them by name. */
export const shareExamples = (operations: readonly Json[]): Record<string, Json> => {
  const shown = operations.flatMap((operation) =>
    mediaOf(operation).flatMap((media) =>
      media['example'] === undefined ? [] : [{ media, name: String(operation['operationId']) }],
    ),
  );
  const shared: Record<string, Json> = {};
  for (const [text, uses] of Map.groupBy(shown, ({ media }) => JSON.stringify(media['example']))) {
    const [first] = uses;
    if (!first || uses.length < 2 || text.length < shortestShared) continue;
    const name = first.name in shared ? `${first.name}-answer` : first.name;
    shared[name] = { value: JSON.parse(text) as unknown };
    for (const { media } of uses) {
      delete media['example'];
      media['examples'] = { example: { $ref: `#/components/examples/${name}` } };
    }
  }
  return shared;
};
