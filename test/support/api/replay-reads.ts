import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { document, resolved, type Node } from './document-parts.ts';

/** An answer that is not as the document says, or nothing. */
interface ReplayedRead {
  name: string;
  status: number;
  faults: string[];
}

interface ReplayOptions {
  /** The tags whose reads are sent. */
  tags: readonly string[];
  url: string;
  token: string;
  /** Values of path and query parameters that exist, in place of those of the examples. */
  values: Readonly<Record<string, string>>;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: 'openapi' });

/** Points the references of a part of the document at the whole. */
const anchored = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object;

const parametersOf = (operation: Node, place: string): [name: string, example: string][] =>
  ((operation['parameters'] ?? []) as Node[])
    .map(resolved)
    .filter((parameter) => parameter['in'] === place && parameter['required'])
    .map(({ name, example }) => [String(name), String(example)]);

const addressOf = (path: string, operation: Node, { url, values }: ReplayOptions): string => {
  const filled = parametersOf(operation, 'path').reduce(
    (text, [name, example]) => text.replace(`{${name}}`, encodeURIComponent(values[name] ?? example)),
    path,
  );
  const query = parametersOf(operation, 'query').map(([name, example]): [string, string] => [
    name,
    values[name] ?? example,
  ]);
  const search = new URLSearchParams(query).toString();
  return `${url}${filled}${search === '' ? '' : `?${search}`}`;
};

const faultsOf = async (operation: Node, answer: Response): Promise<string[]> => {
  const text = await answer.text();
  const described = (operation['responses'] as Record<string, Node>)[String(answer.status)];
  if (!described) return ['the status is not described'];
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const contents = (resolved(described)['content'] ?? {}) as Record<string, Node>;
  const media = contents[type];
  if (!media) return text === '' ? [] : [`${type} is not described`];
  if (!type.includes('json')) return [];
  const validate = ajv.compile(anchored(media['schema']));
  return validate(JSON.parse(text)) ? [] : [ajv.errorsText(validate.errors)];
};

/** Sends every read of some tags with the values of its examples, and compares the answers with their descriptions. */
export const replayReads = async (options: ReplayOptions): Promise<ReplayedRead[]> => {
  const reads = Object.entries(document.paths).flatMap(([path, { get }]) =>
    options.tags.includes(String(get?.['tags'])) ? [{ path, get: { ...get } }] : [],
  );
  return Promise.all(
    reads.map(async ({ path, get }) => {
      const answer = await fetch(addressOf(path, get, options), {
        headers: { Authorization: `Bearer ${options.token}` },
        redirect: 'manual',
      });
      const { status } = answer;
      return { name: String(get['operationId']), status, faults: await faultsOf(get, answer) };
    }),
  );
};
