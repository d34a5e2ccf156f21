import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@scangate/emulator-host/clock';
import type { DataFolder } from '@scangate/emulator-host/data-folder';
import {
  openFaultInjector,
  type FaultInjector,
  type ProviderServiceName,
} from '@scangate/emulator-host/fault-injector';
import {
  BodyTooLarge,
  listen,
  rawPath,
  readBody,
  requestUrl,
  respond,
  type LocalServer,
} from '@scangate/emulator-host/http-server';
import { answerRequest, type AnsweredRequest } from './kit/answer-request.ts';
import type { ShownSection, ProviderEmulator, EmulatorRequest } from './kit/provider-emulator.ts';
import type { SecretRead } from './secrets/server.ts';
import { providerEmulators } from './provider-emulators.ts';

export interface ProvidersOptions {
  clock: Pick<Clock, 'now'>;
  faults?: FaultInjector;
  /** Keeps the state over restarts; nothing is kept unless given. */
  folder?: Pick<DataFolder, 'readJson' | 'writeJson'>;
  report?: (error: unknown) => void;
  /** The verification requests of the secret providers; without them no secret is verified. */
  secretReads?: readonly SecretRead[];
  /** 0 takes a free port. */
  port?: number;
}

/** Actions of a test or a page on the emulators, in addition to calls. */
export interface ProvidersControl {
  /** The state of an emulator, live. @returns undefined when there is no such emulator. */
  stateOf(name: string): object | undefined;
  /** Shows what people see at each provider. */
  show(): { name: string; sections: readonly ShownSection[] }[];
  /** Performs an action of a person at the provider. @returns undefined for an unknown action. @throws ZodError */
  perform(name: string, action: string, input: unknown): { result: unknown } | undefined;
}

export interface ProviderServer extends LocalServer {
  /** The base address of each emulator, in the format of PROVIDER_ORIGINS. */
  readonly origins: Partial<Record<ProviderServiceName, string>>;
  readonly control: ProvidersControl;
  readonly faults: FaultInjector;
}

interface Opened {
  name: ProviderServiceName;
  state: object;
  emulator: ProviderEmulator;
  save(): void;
}

const isState = (value: unknown): value is object => typeof value === 'object' && value !== null;

const openAll = (
  { clock, folder, secretReads = [] }: ProvidersOptions,
  base: (name: string) => string,
): Opened[] =>
  providerEmulators(secretReads).map(({ name, initial, open }) => {
    const file = `provider-${name}.json`;
    const state = { ...initial(), ...folder?.readJson(file, isState) };
    const emulator = open(state, { now: clock.now, base: () => base(name) });
    return { name, state, emulator, save: () => folder?.writeJson(file, state, 0o600) };
  });

const longestBody = 1024 * 1024;

const headersOf = (request: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, [value].flat()[0]]));

const readRequest = async (request: IncomingMessage): Promise<{ name: string; inner: EmulatorRequest }> => {
  const [, name = '', ...rest] = rawPath(request).split('/');
  const body = (await readBody(request, longestBody)).toString('utf8');
  const { searchParams: query } = requestUrl(request);
  const path = `/${rest.join('/')}`;
  return { name, inner: { method: request.method ?? 'GET', path, query, headers: headersOf(request), body } };
};

const send = (response: ServerResponse, { answer, isLost }: AnsweredRequest): void => {
  if (isLost) return void response.destroy();
  const { status, headers = {}, body, text } = answer;
  const isJson = text === undefined && body !== undefined;
  const type = isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8';
  respond(response, status, {
    headers: { 'content-type': type, ...headers },
    body: isJson ? JSON.stringify(body) : (text ?? ''),
  });
};

const serve =
  (find: (name: string) => Opened | undefined, faults: FaultInjector) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const { name, inner } = await readRequest(request);
      const opened = find(name);
      if (!opened) return respond(response, 404, { body: 'There is no such emulator.' });
      const answered = answerRequest(opened.emulator, inner, { name: opened.name, faults });
      if (inner.method !== 'GET') opened.save();
      send(response, answered);
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error;
      respond(response, 413);
    }
  };

const controlOf = (all: readonly Opened[], find: (name: string) => Opened | undefined): ProvidersControl => ({
  stateOf: (name) => find(name)?.state,
  show: () => all.map(({ name, emulator }) => ({ name, sections: emulator.show() })),
  perform: (name, action, input) => {
    const opened = find(name);
    const found = opened?.emulator.actions.find((one) => one.name === action);
    if (!opened || !found) return undefined;
    const result = found.run(found.input.parse(input));
    opened.save();
    return { result };
  },
});

/** Serves emulators of every provider on 127.0.0.1, each below its name. They know nothing of Scangate. */
export const openProviders = async (options: ProvidersOptions): Promise<ProviderServer> => {
  const { clock, report, port } = options;
  const faults = options.faults ?? openFaultInjector();
  let url = '';
  const all = openAll(options, (name) => `${url}/${name}`);
  const find = (name: string): Opened | undefined => all.find((one) => one.name === name);
  const server = await listen(serve(find, faults), { now: clock.now, report, port, fallback: true });
  url = server.url;
  const origins = Object.fromEntries(all.map(({ name }) => [name, `${url}/${name}`]));
  return { ...server, origins, faults, control: controlOf(all, find) };
};
