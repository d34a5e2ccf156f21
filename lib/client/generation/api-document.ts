/** The parts of the OpenAPI document that the client is generated from. */
export interface ApiDocument {
  openapi: string;
  info: object;
  paths: Record<string, Record<string, ApiOperation>>;
  webhooks: Record<string, unknown>;
  components: Record<string, unknown>;
}

interface Parameter {
  name?: string;
  in?: string;
  $ref?: string;
}

export interface ApiOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { headers?: unknown }>;
  /** An operation without roles receives the webhooks of others, and no client calls it. */
  'x-roles'?: readonly string[];
}

const isSuccess = (status: string): boolean => /^[23]/.test(status);

/** Leaves out the problems of an operation, which are one type, and the headers of its responses. */
const called = (operation: ApiOperation): ApiOperation => {
  const successes = Object.entries(operation.responses).filter(([status]) => isSuccess(status));
  const responses = successes.map(([status, { headers: _headers, ...response }]) => [status, response]);
  return { ...operation, responses: Object.fromEntries(responses) };
};

/** Limits a document to what a client calls and receives. */
export const calledApi = (document: ApiDocument): ApiDocument => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(document.paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations)
          .filter(([, operation]) => operation['x-roles'] !== undefined)
          .map(([method, operation]) => [method, called(operation)]),
      ),
    ]),
  ),
});
