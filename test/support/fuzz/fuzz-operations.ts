import { vi } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import { problem } from '#contract/schemas/problem.ts';
import { resetWorld } from '../api/endpoint-world.ts';
import { contractViolations } from '../api/contract-violations.ts';
import { noon } from '../world.ts';
import { Dice } from './dice.ts';
import { fuzzedRequest, operations } from './fuzzed-request.ts';
import { FuzzedWorld, othersMark, type FuzzCaller } from './fuzzed-world.ts';
import { HeapSlope } from './heap-slope.ts';
import { openInProcessGateway, type RawAnswer, type RawRequest } from './in-process-gateway.ts';

/** Requests of one seed: a failure is repeated by its seed alone. */
const batchSize = 1_000;

/** The heap is collected whole to be measured, which takes as long as dozens of requests. */
const batchesApart = 8;

/** The share of refusals of credentials after which the caller gets another one. */
const renewedPercent = 20;

interface Flaw {
  seed: number;
  index: number;
  request: string;
  flaw: string;
}

export interface Fuzzed {
  flaws: Flaw[];
  requests: number;
  /** Answers by operation and status. */
  answers: Map<string, Map<number, number>>;
  /** The memory that each request keeps. */
  bytesPerRequest: number;
}

const specs = new Map<string, EndpointSpec>(endpoints.map((endpoint) => [endpoint.name, endpoint]));

const canonicalNames = new Map([['etag', 'ETag']]);

const canonicalName = (name: string): string => {
  const known = canonicalNames.get(name);
  if (known !== undefined) return known;
  const made = name.replaceAll(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
  canonicalNames.set(name, made);
  return made;
};

const parsed = (text: string): Record<string, unknown> => {
  if (!text.startsWith('{')) return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** The answers of the gateway itself, and of the payment provider's webhook, are problems, too. */
const otherFlaws = ({ status, text }: RawAnswer, json: Record<string, unknown>): string[] =>
  status < 300 || (status < 500 && problem.safeParse(json).success) ? [] : [`${status}: ${text}`];

const answerFlaws = (
  { answer, answered }: { answer: RawAnswer; answered: Record<string, unknown> },
  request: RawRequest,
  spec: EndpointSpec,
): string[] => {
  const { status, text } = answer;
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [canonicalName(name), value]),
  );
  const json = (headers['Content-Type'] ?? '').includes('json') ? answered : {};
  const [path] = request.target.split('?');
  const body = json['instance'] === path ? { ...json, instance: spec.path } : json;
  // A method that a path does not have is no operation's.
  const isOtherMethod = status === 405 && request.method !== spec.method;
  return [
    ...(status >= 500 ? [`${status}: ${text}`] : []),
    ...(isOtherMethod ? [] : contractViolations(spec, { status, headers, text, body })),
  ];
};

/** A text of another tenant is in no answer, unless the request itself brought it. */
const leaks = ({ tenant }: FuzzCaller, { text }: RawAnswer): string[] =>
  text.includes(othersMark(tenant)) ? [`the answer shows a text of another tenant: ${text}`] : [];

const shown = ({ method, target, headers, body }: RawRequest): string =>
  `${method} ${target} ${JSON.stringify(headers)} ${body.toString('utf8').slice(0, 400)}`;

interface Fuzzing extends Omit<Fuzzed, 'bytesPerRequest'> {
  send: (request: RawRequest) => Promise<RawAnswer>;
  /** Errors of handlers and of the gateway since it was emptied. */
  thrown: unknown[];
}

const fuzzOnce = async (
  fuzzing: Fuzzing,
  { tenants, dice, seed, index }: { tenants: FuzzedWorld; dice: Dice; seed: number; index: number },
): Promise<void> => {
  const operation = dice.oneOf(operations);
  fuzzing.requests++;
  if (!operation) throw new Error('there are no operations');
  const caller = tenants.caller(dice);
  const request = fuzzedRequest({ operation, caller, fuzzed: tenants, dice });
  const answer = await fuzzing.send(request);
  const answered = parsed(answer.text);
  const spec = specs.get(answer.endpoint ?? '');
  const flaws = [
    ...(spec ? answerFlaws({ answer, answered }, request, spec) : otherFlaws(answer, answered)),
    ...leaks(caller, answer),
    ...fuzzing.thrown.splice(0).map((error) => String(error instanceof Error ? error.stack : error)),
  ];
  fuzzing.flaws.push(...flaws.map((flaw) => ({ seed, index, request: shown(request), flaw })));
  const statuses = fuzzing.answers.get(operation.name) ?? new Map<number, number>();
  fuzzing.answers.set(operation.name, statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1));
  if (answer.status < 300 && answer.text.length < 100_000) tenants.learn(caller, answered);
  if (answer.status === 401 && dice.chance(renewedPercent)) await tenants.renew(caller);
};

/** Sends so many drawn requests through the gateway, each batch to a world of its own. */
export const fuzzOperations = async (firstSeed: number, requests: number): Promise<Fuzzed> => {
  const thrown: unknown[] = [];
  const send = await openInProcessGateway((error) => void thrown.push(error));
  const fuzzing: Fuzzing = { send, thrown, flaws: [], requests: 0, answers: new Map() };
  const heap = new HeapSlope();
  for (let seed = firstSeed; fuzzing.requests < requests; seed++) {
    const dice = new Dice(seed);
    vi.setSystemTime(noon);
    const tenants = await FuzzedWorld.open();
    for (let index = 0; index < batchSize && fuzzing.requests < requests; index++) {
      vi.setSystemTime(noon.getTime() + index * 1_000);
      await fuzzOnce(fuzzing, { tenants, dice, seed, index });
    }
    resetWorld();
    const isMeasured = (seed - firstSeed) % batchesApart === 0 || fuzzing.requests >= requests;
    if (isMeasured) heap.measure(fuzzing.requests);
  }
  return { ...fuzzing, bytesPerRequest: heap.bytesPerRequest() };
};
