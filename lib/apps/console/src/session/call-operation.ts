import type {
  ArgumentsOf,
  BodyOfResponse,
  Client,
  ItemOf,
  OperationName,
  ResponseOf,
} from '@scangate/client';

/** The input of an operation, which a hook is given before the call. */
export type InputOf<N extends OperationName> = ArgumentsOf<N>[0];

/** The additions of the hooks to the input of an operation. */
interface Additions {
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
  idempotencyKey?: string;
  /** The page of a list to read. */
  cursor?: string | undefined;
}

/** A page of a list. */
export interface ListPage<N extends OperationName> {
  items: ItemOf<N>[];
  nextCursor?: string;
  total?: number;
  /** The whole answer, with facets and the like. */
  body: BodyOfResponse<N, 200>;
}

interface Given {
  headers?: object;
  query?: object;
}

const withAdditions = (input: Given, { cursor, headers, ...others }: Additions): object => ({
  ...input,
  ...others,
  ...((input.headers ?? headers) && { headers: { ...input.headers, ...headers } }),
  ...(cursor !== undefined && { query: { ...input.query, cursor } }),
});

/** An operation by its name in a variable, with its input and the additions to it. */
interface Operation<N extends OperationName> extends Additions {
  name: N;
  input: InputOf<N> | undefined;
}

/**
 * Calls an operation. Its types are conditional on its name, and TypeScript does not follow what is added to them, so that
 * the input is checked by the hooks' signatures and asserted here.
 */
export const callOperation = <N extends OperationName>(
  client: Client,
  { name, input, ...additions }: Operation<N>,
): Promise<ResponseOf<N>> =>
  client.call(name, ...([withAdditions(input ?? {}, additions)] as unknown as ArgumentsOf<N>));

/** Reads by a GET operation, whose only success is 200. */
export const readOperation = async <N extends OperationName>(
  client: Client,
  operation: Operation<N>,
): Promise<{ body: BodyOfResponse<N, 200>; headers: Headers }> => {
  const { headers, body } = await callOperation(client, operation);
  return { headers, body };
};

/** Reads a page of a GET operation that answers in pages. */
export const readPage = async <N extends OperationName>(
  client: Client,
  operation: Operation<N>,
): Promise<ListPage<N>> => {
  const { body } = await readOperation(client, operation);
  return { ...(body as unknown as Omit<ListPage<N>, 'body'>), body };
};
