import { document, resolved, type Node } from '../api/document-parts.ts';
import { samples } from '../api/sample-requests.ts';
import type { CallOptions } from '../api/call-endpoint.ts';
import type { Dice } from './dice.ts';
import { markOf, type FuzzCaller, type FuzzedWorld } from './fuzzed-world.ts';
import { hostileBody, hostilePart, hostileValue } from './hostile-values.ts';
import type { RawRequest } from './in-process-gateway.ts';
import { schemaValue, type ValueSource } from './schema-values.ts';

export interface Operation {
  name: string;
  method: string;
  path: string;
  parameters: readonly { name: string; in: string; required?: boolean; schema?: Node }[];
  body: Node | undefined;
  /** Valid bodies, from the document. */
  examples: readonly unknown[];
  /** The parts of the path that are taken when nothing has such an id yet. */
  params?: Readonly<Record<string, string>>;
  /** Of the examples, unless it is JSON. */
  contentType?: string | undefined;
  /** A directory sends it. */
  isOfDirectory?: boolean;
}

interface Content {
  schema?: Node;
  examples?: Record<string, { value: unknown }>;
}

const jsonContent = (operation: Node): Content => {
  const { content } = resolved((operation['requestBody'] ?? {}) as Node) as {
    content?: Record<string, Content>;
  };
  return content?.['application/json'] ?? {};
};

/** Every operation of the API's document. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: String(operation['operationId']),
    method: method.toUpperCase(),
    path,
    parameters: ((operation['parameters'] ?? []) as Node[]).map(
      resolved,
    ) as unknown as Operation['parameters'],
    body: jsonContent(operation).schema,
    examples: Object.values(jsonContent(operation).examples ?? {}).map(({ value }) => value),
  })),
);

interface Draw {
  operation: Operation;
  caller: FuzzCaller;
  fuzzed: FuzzedWorld;
  dice: Dice;
}

const sourceOf = ({ caller, fuzzed, dice }: Draw): ValueSource => ({
  dice,
  idOf: (name) => fuzzed.idOf(name, caller, dice),
  text: () => `${markOf(caller.tenant)}${dice.below(100)}`,
});

const sampleOf = ({ name }: Operation): CallOptions => samples[name as keyof typeof samples] ?? {};

/** An open scan would be waited for, so that the wait is for one that has ended. */
const idOfParameter = ({ operation, fuzzed, caller, dice }: Draw, name: string): string | undefined =>
  operation.name === 'wait-scan' ? fuzzed.endedScan(caller, dice) : fuzzed.idOf(name, caller, dice);

const pathOf = (draw: Draw): string => {
  const { operation, dice } = draw;
  const sample = operation.params ?? sampleOf(operation).params ?? {};
  return operation.path.replaceAll(/\{([\w-]+)\}/g, (_whole, name: string) => {
    if (dice.chance(6)) return hostilePart(dice);
    return encodeURIComponent(idOfParameter(draw, name) ?? sample[name] ?? 'none');
  });
};

const queryOf = (draw: Draw): string => {
  const { operation, dice } = draw;
  const query = new URLSearchParams();
  const sample = sampleOf(operation).query ?? {};
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (place !== 'query' || !(required || dice.chance(25))) continue;
    const drawn = schemaValue(sourceOf(draw), schema ?? {}, { name });
    const value = dice.chance(10) ? hostileValue(dice) : dice.chance(30) ? (sample[name] ?? drawn) : drawn;
    query.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    if (dice.chance(2)) query.append(name, 'twice');
  }
  if (dice.chance(3)) query.append(dice.oneOf(['limit', 'cursor', '__proto__', 'x']), '1');
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

/** Replaces, removes or adds a part somewhere in a value. */
const disturbed = (value: unknown, dice: Dice): unknown => {
  if (typeof value !== 'object' || value === null || dice.chance(20)) return hostileValue(dice);
  if (Array.isArray(value)) {
    const at = dice.below(value.length + 1);
    return value.toSpliced(at, 1, at < value.length ? disturbed(value[at], dice) : hostileValue(dice));
  }
  const entries = Object.entries(value);
  const [name, inner] = dice.oneOf(entries) ?? ['x', 1];
  const way = dice.below(10);
  if (way < 2) return Object.fromEntries(entries.filter(([one]) => one !== name));
  if (way < 3) return { ...value, [dice.oneOf(['x', 'constructor', 'toString', ''])]: hostileValue(dice) };
  return { ...value, [name]: disturbed(inner, dice) };
};

/** An example with ids of the tenant in place of those that nothing has, and of those that braces name. */
const withOwnIds = (draw: Draw, value: unknown, name = ''): unknown => {
  const { fuzzed, caller, dice } = draw;
  if (typeof value === 'string') {
    if (fuzzed.knows(name)) return fuzzed.idOf(name, caller, dice) ?? value;
    return value.replaceAll(/\{(\w+)\}/g, (whole, named: string) =>
      named === 'text' ? sourceOf(draw).text() : (fuzzed.idOf(named, caller, dice) ?? whole),
    );
  }
  if (Array.isArray(value)) return value.map((one) => withOwnIds(draw, one, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withOwnIds(draw, inner, key)]));
};

const drawnBody = (draw: Draw): unknown => {
  const { operation, dice } = draw;
  const sample = sampleOf(operation).body;
  const given = [...operation.examples, ...(sample === undefined ? [] : [sample])];
  if (!operation.body || (given.length > 0 && dice.chance(50))) return withOwnIds(draw, dice.oneOf(given));
  return schemaValue(sourceOf(draw), operation.body, { name: '' });
};

const bodyOf = (draw: Draw): { body: Buffer; type: string | undefined } => {
  const { operation, dice } = draw;
  const sample = sampleOf(operation);
  const sent = typeof sample.raw === 'string' ? sample.raw : undefined;
  const type = operation.contentType ?? sample.headers?.['Content-Type'] ?? 'application/json';
  if (sent !== undefined)
    return { body: dice.chance(50) ? hostileBody(dice, sent) : Buffer.from(sent), type };
  if (!operation.body && sample.body === undefined && operation.examples.length === 0)
    return { body: dice.chance(2) ? Buffer.from('{}') : Buffer.alloc(0), type: undefined };
  const drawn = drawnBody(draw);
  const value = dice.chance(35) ? disturbed(drawn, dice) : drawn;
  const text = JSON.stringify(value) ?? '';
  const others = ['text/plain', 'application/gzip', 'application/xml; charset=utf-16', ''] as const;
  return {
    body: dice.chance(8) ? hostileBody(dice, text) : Buffer.from(text),
    type: dice.chance(3) ? dice.oneOf(others) : type,
  };
};

const otherCredentials: readonly [Record<string, string>, ...Record<string, string>[]] = [
  {},
  { Authorization: 'Bearer sgs_x' },
  { Cookie: '=' },
];

const headersOf = (draw: Draw, type: string | undefined): Record<string, string> => {
  const { operation, caller, dice } = draw;
  const own = dice.chance(96) ? caller.headers : dice.oneOf(otherCredentials);
  return {
    Host: 'api.example.com',
    ...sampleOf(operation).headers,
    ...own,
    ...(type !== undefined && { 'Content-Type': type }),
    ...(dice.chance(20) && { 'Idempotency-Key': `key-${dice.below(5)}` }),
    ...(dice.chance(3) && { 'Idempotency-Key': dice.oneOf(['', 'x'.repeat(300), 'a b', '\u0001']) }),
    ...(dice.chance(10) && { 'If-Match': dice.oneOf(['*', '"1"', '"x"', 'W/"1"', '"']) }),
    ...(dice.chance(5) && { Accept: dice.oneOf(['text/html', 'text/event-stream', '*/*;q=x', '']) }),
    ...(dice.chance(2) && { Origin: dice.oneOf(['null', 'https://evil.example', 'x']) }),
  };
};

/** Draws a request: valid, nearly valid, with ids of others, or hostile. */
export const fuzzedRequest = (draw: Draw): RawRequest => {
  const { operation, dice } = draw;
  const { body, type } = bodyOf(draw);
  const method = dice.chance(1) ? dice.oneOf(['PUT', 'PATCH', 'TRACE', 'HEAD', 'GET']) : operation.method;
  const path = pathOf(draw);
  return {
    method,
    target: `${dice.chance(1) ? `${path}/` : path}${queryOf(draw)}`,
    headers: headersOf(draw, type),
    body,
  };
};
