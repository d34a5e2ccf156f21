import { csrfHeader } from '@scangate/domain/identity/csrf';
import type { EndpointSpec } from '../endpoint.ts';
import { commandLines } from './command-lines.ts';
import type { ExampleMaker } from './example-of.ts';
import type { Json } from './json-schema-node.ts';
import type * as z from 'zod';

interface SampleInput {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  body: unknown;
}

/** The example of a request, with only what is required. */
const sampleInput = (endpoint: EndpointSpec, examples: ExampleMaker): SampleInput => {
  const { params, query, body, headers = [], method } = endpoint;
  const of = (shape: Readonly<Record<string, unknown>> = {}) =>
    Object.entries(shape)
      .filter(([, schema]) => !(schema as z.ZodType).safeParse(undefined).success)
      .map(([name, schema]) => [name, examples.first(schema as z.ZodType, name)] as const);
  return {
    params: Object.fromEntries(of(params?.shape)),
    query: Object.fromEntries(of(query?.shape)),
    headers: headers.includes('If-Match') && method !== 'GET' ? { 'If-Match': '"1"' } : {},
    body: body && examples.all(body, endpoint.name)[0],
  };
};

const addressOf = ({ path }: EndpointSpec, { params, query }: SampleInput): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams(query as Record<string, string>).toString();
  return search === '' ? filled : `${filled}?${search}`;
};

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The format of a success for clients that request none. */
const answerOf = ({ responses }: EndpointSpec): 'json' | 'text' | 'archive' => {
  const types = Object.values(responses).flatMap(({ schema, mediaTypes = ['application/json'] }) =>
    schema ? mediaTypes : [],
  );
  const [first = 'application/json'] = types;
  if (first === 'application/zip') return 'archive';
  return first.includes('json') ? 'json' : 'text';
};

const curl = (endpoint: EndpointSpec, input: SampleInput): string => {
  const { method, access, session, requestMediaTypes = ['application/json'] } = endpoint;
  const isForm = requestMediaTypes[0] === 'application/x-www-form-urlencoded';
  const save = answerOf(endpoint) === 'archive' ? ' -OJ' : '';
  const parts = [
    `curl${save}${method === 'GET' ? '' : ` -X ${method}`} "$SCANGATE_URL${addressOf(endpoint, input)}"`,
    ...(access || session ? [] : ['-H "Authorization: Bearer $SCANGATE_TOKEN"']),
    ...(session ? ['-b "$SCANGATE_COOKIE"'] : []),
    ...(session && method !== 'GET' ? [`-H "${csrfHeader}: $SCANGATE_CSRF"`] : []),
    ...Object.entries(input.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
  ];
  if (isForm)
    parts.push(`-d ${quoted(new URLSearchParams(input.body as Record<string, string>).toString())}`);
  else if (input.body !== undefined) parts.push(`--json ${quoted(JSON.stringify(input.body))}`);
  return parts.join(' \\\n  ');
};

/** Writes a value in TypeScript style: unquoted names, single-quoted strings. */
const literal = (value: unknown): string => {
  if (typeof value === 'string')
    return `'${JSON.stringify(value)
      .slice(1, -1)
      .replaceAll(String.raw`\"`, '"')
      .replaceAll("'", String.raw`\'`)}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : literal(name)}: ${literal(member)}`,
  );
  return `{ ${members.join(', ')} }`;
};

/** Sends the body compressed; the client does this itself. */
const curlGzip = (endpoint: EndpointSpec): string =>
  [
    `gzip -c request.json | curl "$SCANGATE_URL${endpoint.path}"`,
    '-H "Authorization: Bearer $SCANGATE_TOKEN"',
    "-H 'Content-Type: application/gzip' --data-binary @-",
  ].join(' \\\n  ');

const typescript = (endpoint: EndpointSpec, { params, query, headers, body }: SampleInput): string => {
  const { name } = endpoint;
  const given = Object.entries({ params, query, headers }).filter(([, part]) => Object.keys(part).length > 0);
  const parts = [...given, ...(body === undefined ? [] : [['body', body] as const])];
  const lines = parts.map(([part, value]) => `  ${part}: ${literal(value)},`).join('\n');
  const input = parts.length === 0 ? '' : `, {\n${lines}\n}`;
  return answerOf(endpoint) === 'text'
    ? `const text = await client.text('${name}'${input});`
    : `const { body } = await client.call('${name}'${input});`;
};

/** Writes an operation for curl, for the command line if a command calls it, and for the TypeScript client. */
export const codeSamples = (endpoint: EndpointSpec, examples: ExampleMaker): Json[] => {
  const input = sampleInput(endpoint, examples);
  const command = commandLines[endpoint.name];
  return [
    { lang: 'Shell', label: 'curl', source: curl(endpoint, input) },
    ...(endpoint.requestMediaTypes?.includes('application/gzip')
      ? [{ lang: 'Shell', label: 'curl, gzip', source: curlGzip(endpoint) }]
      : []),
    ...(command === undefined ? [] : [{ lang: 'Shell', label: 'CLI', source: command }]),
    // Pages are for browsers, and the client reads no archives.
    ...(endpoint.page || answerOf(endpoint) === 'archive'
      ? []
      : [{ lang: 'TypeScript', source: typescript(endpoint, input) }]),
  ];
};
