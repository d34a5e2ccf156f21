import { answerRequest } from '@scangate/emulator-providers/kit/answer-request';
import type {
  ProviderEmulator,
  EmulatorDefinition,
  EmulatorRequest,
} from '@scangate/emulator-providers/kit/provider-emulator';
import { openFaultInjector, type FaultKind } from '@scangate/emulator-host/fault-injector';
import { OutboundFailure, type OutboundFetch, type OutboundRequest } from '#ports/outbound.ts';

export interface OpenedEmulator<State> {
  state: State;
  emulator: ProviderEmulator;
  fetch: OutboundFetch;
  /** The requests so far, as `METHOD /path`. */
  calls: string[];
  /** Meets the next calls, of one operation or of any. */
  inject(kind: FaultKind, operation?: string): void;
  /** Does what a person does at the provider. */
  perform(name: string, input: object): unknown;
}

const requestOf = (url: URL, { method = 'GET', headers, body }: OutboundRequest): EmulatorRequest => ({
  method,
  path: url.pathname,
  query: url.searchParams,
  headers: Object.fromEntries(new Headers(headers)),
  body: typeof body === 'string' ? body : '',
});

/** An emulator without a server: `fetch` asks it directly, and loses answers as the port does. */
export const openEmulator = <State extends object>(
  definition: EmulatorDefinition<State>,
  now: () => Date,
): OpenedEmulator<State> => {
  const state = definition.initial();
  const emulator = definition.open(state, { now: () => now().getTime(), base: () => '' });
  const faults = openFaultInjector();
  const calls: string[] = [];
  const fetch: OutboundFetch = async (address, request = {}) => {
    const asked = requestOf(new URL(String(address)), request);
    calls.push(`${asked.method} ${asked.path}`);
    const { answer, isLost } = answerRequest(emulator, asked, { name: definition.name, faults });
    if (isLost) throw new OutboundFailure('timed_out');
    if (answer.status >= 300 && answer.status < 400)
      throw new OutboundFailure('redirected', { status: answer.status });
    const text = answer.text ?? (answer.body === undefined ? null : JSON.stringify(answer.body));
    return new Response(answer.status === 204 ? null : text, {
      status: answer.status,
      ...(answer.headers && { headers: answer.headers }),
    });
  };
  return {
    state,
    emulator,
    fetch,
    calls,
    inject: (kind, operation) =>
      faults.inject({
        service: definition.name,
        kind,
        times: 1,
        ...(operation !== undefined && { operation }),
      }),
    perform: (name, input) => {
      const found = emulator.actions.find((one) => one.name === name);
      if (!found) throw new Error(`there is no action ${name}`);
      return found.run(found.input.parse(input));
    },
  };
};
