import { createContext, runInContext } from 'node:vm';
import { isObject, type Json, type JsonObject } from '../template/resolve-templates.ts';

/** The parts of a request that a function of CloudFront sees. */
export interface EdgeRequest {
  method: string;
  /** The path as it was sent, without its query. */
  uri: string;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
  ip: string;
}

export type EdgeResult =
  | { kind: 'request'; uri: string; headers: Record<string, string> }
  | { kind: 'response'; status: number; headers: Record<string, string>; body: string };

const valuesOf = (headers: Json | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isObject(headers) ? headers : {}).map(([name, header]) => [
      name,
      isObject(header) ? String(header.value) : '',
    ]),
  );

const resultOf = (value: JsonObject): EdgeResult => {
  const headers = valuesOf(value.headers);
  if (typeof value.statusCode === 'number') {
    const body = isObject(value.body) ? value.body.data : value.body;
    return { kind: 'response', status: value.statusCode, headers, body: String(body ?? '') };
  }
  return { kind: 'request', uri: String(value.uri), headers };
};

/** Compiles the code of a function, which sees requests of viewers before anything else does. */
export const openEdgeFunction = (code: string): ((request: EdgeRequest) => EdgeResult) => {
  const context = createContext({});
  const run = runInContext(`${code}\n;(event) => JSON.stringify(handler(JSON.parse(event)))`, context) as (
    event: string,
  ) => string;
  return ({ ip, headers, ...request }) => {
    const event = {
      version: '1.0',
      context: { eventType: 'viewer-request' },
      viewer: { ip },
      request: {
        ...request,
        querystring: {},
        cookies: {},
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }])),
      },
    };
    return resultOf(JSON.parse(run(JSON.stringify(event))) as JsonObject);
  };
};
