import type { FaultInjector, FaultKind, ProviderServiceName } from '@scangate/emulator-host/fault-injector';
import { findRoute } from './find-route.ts';
import type {
  RouteCall,
  ProviderEmulator,
  EmulatorAnswer,
  EmulatorRequest,
  EmulatorRoute,
} from './provider-emulator.ts';

export interface AnsweredRequest {
  answer: EmulatorAnswer;
  /** Whether an injected fault drops the response after the request was carried out. */
  isLost: boolean;
}

const kept = (answer: EmulatorAnswer): AnsweredRequest => ({ answer, isLost: false });

type Read = { call: RouteCall } | { refused: EmulatorAnswer };

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Reads the body by the schema of the route, which is strict. */
const readCall = (
  { route, params }: { route: EmulatorRoute; params: Record<string, string> },
  { query, headers, body }: EmulatorRequest,
  refuse: ProviderEmulator['refuse'],
): Read => {
  const unknown = [...query.keys()].find((name) => !(route.query ?? []).includes(name));
  if (unknown !== undefined) return { refused: refuse('unknown_field', `query ${unknown}`) };
  if (!route.body) {
    if (body !== '') return { refused: refuse('malformed_body', 'no body is expected') };
    return { call: { params, query, headers, body: undefined } };
  }
  const value = parseJson(body);
  if (value === undefined) return { refused: refuse('malformed_body', 'not JSON') };
  const parsed = route.body.safeParse(value);
  if (parsed.success) return { call: { params, query, headers, body: parsed.data } };
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return { refused: refuse('unknown_field', issues.join('; ')) };
};

const faulty: Partial<Record<FaultKind, 'throttled' | 'failing'>> = {
  throttle: 'throttled',
  error: 'failing',
};

/** Answers one request: finds its route, injects faults, reads the body strictly, and calls the emulator's handler. */
export const answerRequest = (
  emulator: ProviderEmulator,
  request: EmulatorRequest,
  { name, faults }: { name: ProviderServiceName; faults: FaultInjector },
): AnsweredRequest => {
  const found = findRoute(emulator.routes, request);
  if (!found) return kept(emulator.refuse('unknown_route', `${request.method} ${request.path}`));
  const fault = faults.intercept(name, found.route.operation, Buffer.byteLength(request.body));
  const refusal = fault && faulty[fault];
  if (refusal) return kept(emulator.refuse(refusal, 'an injected fault'));
  const read = readCall(found, request, (...given) => emulator.refuse(...given));
  if ('refused' in read) return kept(read.refused);
  return { answer: found.route.handle(read.call), isLost: fault === 'timeout_after_success' };
};
