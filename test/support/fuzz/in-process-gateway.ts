import type { IncomingMessage, ServerResponse } from 'node:http';
import { EventEmitter } from 'node:events';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openGateway } from '@scangate/emulator-aws/gateway/server';
import type { Functions } from '@scangate/emulator-aws/lambda/functions';
import { arnsOf } from '@scangate/emulator-aws/template/cloud-plan';
import { scimResources } from '#functions/scim/index.ts';
import { loadHandler } from '../api/load-handler.ts';
import { readCloudPlan } from '#test/simulation/start/cloud-plan.ts';
import { resolveOnce } from './resolve-once.ts';

export interface RawRequest {
  method: string;
  /** Path and query, as they are sent. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export interface RawAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
  /** The function that answered; undefined for an answer of the gateway itself. */
  endpoint: string | undefined;
}

type Head = { statusCode: number; headers: object; multiValueHeaders?: object };
type Handler = (event: unknown, ...rest: unknown[]) => Promise<unknown>;

/** Keeps what the gateway sends. It is no stream of Node, whose making takes a tenth of a request. */
class Captured extends EventEmitter {
  headersSent = false;
  destroyed = false;
  status = 0;
  readonly headers: Record<string, string> = {};
  readonly #chunks: Buffer[] = [];

  setHeader(name: string, value: string): void {
    this.headers[name.toLowerCase()] = value;
  }
  writeHead(status: number, headers: Record<string, unknown> = {}): this {
    this.status = status;
    this.headersSent = true;
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, [value].flat().join('\n'));
    return this;
  }
  flushHeaders(): void {}
  write(chunk: Buffer | string): boolean {
    this.#chunks.push(Buffer.from(chunk));
    return true;
  }
  end(chunk?: Buffer | string): this {
    if (chunk !== undefined) this.write(chunk);
    return this;
  }
  destroy(): void {
    this.destroyed = true;
  }
  get text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

const incoming = ({ method, target, headers, body }: RawRequest): IncomingMessage =>
  ({
    async *[Symbol.asyncIterator]() {
      if (body.length > 0) yield body;
    },
    method,
    url: target,
    rawHeaders: Object.entries(headers).flat(),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    socket: { remoteAddress: '203.0.113.9' },
    complete: true,
  }) as unknown as IncomingMessage;

const folders: Record<string, string> = {
  'stripe-webhook': 'webhooks/stripe',
  ...Object.fromEntries(
    scimResources.map(({ name, entry }) => [name, dirname(entry).replace('functions/', '')]),
  ),
};
const folderOf = (name: string): string => folders[name] ?? `api/${name}`;

/**
 * Opens the gateway of the service's own template over the handlers of this process: routes, authorizer, events, functions,
 * answers. @returns what answers one request; a handler that throws is told by `failed`.
 */
export const openInProcessGateway = async (failed: (error: unknown) => void) => {
  resolveOnce();
  const { api, functions } = await readCloudPlan();
  if (!api) throw new Error('the template has no API');
  const bundleOf = new Map(functions.flatMap((plan) => arnsOf(plan).map((arn) => [arn, plan.bundle])));
  let answering: string | undefined;

  const run = async (arn: string, invoke: (handler: Handler) => Promise<unknown>) => {
    const name = bundleOf.get(arn) ?? '';
    const handler = (await loadHandler(folderOf(name))) as Handler;
    if (name !== 'authorizer') answering = name;
    try {
      return { payload: JSON.stringify((await invoke(handler)) ?? null), failed: false };
    } catch (error) {
      const { name: errorType, message: errorMessage } = error as Error;
      if (errorMessage !== 'Unauthorized') failed(error);
      return { payload: JSON.stringify({ errorType, errorMessage }), failed: true };
    }
  };
  const inProcess: Pick<Functions, 'invoke' | 'invokeStreamed'> = {
    invoke: (arn, event) => run(arn, (handler) => handler(JSON.parse(event), {})),
    invokeStreamed: async (arn, event, sink) => {
      const into: PassThrough & { head?: Head } = new PassThrough();
      const [outcome, text] = await Promise.all([
        run(arn, async (handler) => await handler(JSON.parse(event), into, {}).finally(() => into.end())),
        buffer(into),
      ]);
      if (outcome.failed) return outcome;
      await sink(Buffer.concat([Buffer.from(JSON.stringify(into.head)), Buffer.alloc(8), text]));
      return { payload: '', failed: false };
    },
  };
  const gateway = openGateway({
    api,
    functions: inProcess as Functions,
    now: Date.now,
    report: failed,
  });

  return async (request: RawRequest): Promise<RawAnswer> => {
    answering = undefined;
    const response = new Captured();
    await gateway(incoming(request), response as unknown as ServerResponse);
    const { status, headers, text } = response;
    return { status, headers, text, endpoint: answering };
  };
};
