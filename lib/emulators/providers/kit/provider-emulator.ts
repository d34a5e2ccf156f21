import type * as z from 'zod';
import type { ProviderServiceName } from '@scangate/emulator-host/fault-injector';

export interface EmulatorRequest {
  method: string;
  /** Below the name of the emulator, as it was sent. */
  path: string;
  query: URLSearchParams;
  /** Header names are in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

export interface EmulatorAnswer {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as plain text instead. */
  text?: string;
}

/** The call as a handler gets it: the parameters of the path by name, and the parsed body. */
export interface RouteCall<Body = unknown> {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | undefined>>;
  body: Body;
}

export interface EmulatorRoute<Body = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` stands for one part of the path, which is still percent-encoded. */
  path: string;
  /** The name by which counts and faults refer to it. */
  operation: string;
  /** The supported query parameters; others are refused. */
  query?: readonly string[];
  /** Strict, so that unknown fields are refused. Without a schema, any body is refused. */
  body?: z.ZodType<Body>;
  handle(call: RouteCall<Body>): EmulatorAnswer;
}

/** The reason for which the kit itself refuses a request; each provider words it in its own format. */
export type Refusal = 'unknown_route' | 'malformed_body' | 'unknown_field' | 'throttled' | 'failing';

/** An item of a page: a channel with its messages, an issue with its comments, a commit with its statuses. */
export interface ShownItem {
  title: string;
  /** The text as it was sent. */
  text: string;
  state?: string;
  at?: string;
  below?: readonly { title: string; text: string; at?: string }[];
}

export interface ShownSection {
  title: string;
  items: readonly ShownItem[];
}

/** An action of a person at the provider, on demand: archive a channel, close an issue, revoke a token. */
export interface EmulatorAction<Input = unknown> {
  name: string;
  input: z.ZodType<Input>;
  run(input: Input): unknown;
}

export interface ProviderEmulator {
  routes: readonly EmulatorRoute[];
  actions: readonly EmulatorAction[];
  refuse(refusal: Refusal, detail: string): EmulatorAnswer;
  show(): readonly ShownSection[];
}

export interface EmulatorContext {
  /** Milliseconds since the epoch, of the movable clock. */
  now: () => number;
  /** The base address of this emulator. */
  base: () => string;
}

/** The definition of an emulator on its state, which is plain JSON and kept over restarts. */
export interface EmulatorDefinition<State extends object> {
  name: ProviderServiceName;
  initial: () => State;
  open(state: State, context: EmulatorContext): ProviderEmulator;
}

/** Keeps the type of the body consistent between schema and handler. */
export const route = <Body>(given: EmulatorRoute<Body>): EmulatorRoute => given as EmulatorRoute;

export const action = <Input>(given: EmulatorAction<Input>): EmulatorAction => given as EmulatorAction;
