import { vi } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import { problem } from '#contract/schemas/problem.ts';
import { resetWorld } from '../api/endpoint-world.ts';
import { contractViolations } from '../api/contract-violations.ts';
import { noon } from '../world.ts';
import { Dice } from './dice.ts';
import { fuzzedRequest, operations, type Operation } from './fuzzed-request.ts';
import { FuzzedWorld, othersMarks, type FuzzCaller } from './fuzzed-world.ts';
import { HeapSlope } from './heap-slope.ts';
import { callerOf, RefusedStep, travelerOf, validRequest } from './journeys/take-step.ts';
import { journeys } from './journeys/index.ts';
import type { Answered, Asked } from './journeys/journey.ts';
import { idsOfScim, scimOperations, scimViolations } from './scim-operations.ts';
import { openInProcessGateway, type RawAnswer, type RawRequest } from './in-process-gateway.ts';

/** Requests of one seed: a failure is repeated by its seed alone. */
const batchSize = 1_000;

/** The heap is collected whole to be measured, which takes as long as dozens of requests. */
const batchesApart = 4;

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

const fuzzedOperations = [...operations, ...scimOperations];

const specs = new Map<string, EndpointSpec>(endpoints.map((endpoint) => [endpoint.name, endpoint]));

const canonicalNames = new Map([['etag', 'ETag']]);

const canonicalName = (name: string): string => {
  const known = canonicalNames.get(name);
  if (known !== undefined) return known;
  const made = name.replaceAll(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
  canonicalNames.set(name, made);
  return made;
};

const canonicalHeaders = ({ headers }: RawAnswer): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [canonicalName(name), value]));

const parsed = (text: string): Record<string, unknown> => {
  if (!text.startsWith('{') && !text.startsWith('[')) return {};
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
  const headers = canonicalHeaders(answer);
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

/** Whoever holds the code of a login gets the token of whoever approves it. */
const answersHolders = new Set(['grant-device-token']);

/** A text, an id or a secret of another tenant is in no answer, unless the caller's own tenant sent it. */
const leaks = (
  { tenants, caller }: { tenants: FuzzedWorld; caller: FuzzCaller },
  request: RawRequest,
  { text, headers, endpoint = '' }: RawAnswer,
): string[] => {
  if (answersHolders.has(endpoint)) return [];
  const answered = `${text} ${JSON.stringify(headers)}`;
  const sent = `${decoded(request.target)} ${request.body.toString('utf8')}`;
  return [
    ...othersMarks(caller.tenant)
      .filter((mark) => text.includes(mark))
      .map(() => `the answer shows a text of another tenant: ${text}`),
    ...tenants
      .foreignIn(caller, sent, answered)
      .map((trace) => `the answer shows ${trace} of another tenant: ${answered}`),
  ];
};

const decoded = (target: string): string => {
  try {
    return `${target} ${decodeURIComponent(target)}`;
  } catch {
    return target;
  }
};

const shown = ({ method, target, headers, body }: RawRequest): string =>
  `${method} ${target} ${JSON.stringify(headers)} ${body.toString('utf8').slice(0, 400)}`;

interface Fuzzing extends Omit<Fuzzed, 'bytesPerRequest'> {
  send: (request: RawRequest) => Promise<RawAnswer>;
  /** Errors of handlers and of the gateway since it was emptied. */
  thrown: unknown[];
}

/** The flaws of an answer by what answered: an operation, a resource of directories, the gateway or the webhook. */
const flawsOf = (answer: RawAnswer, request: RawRequest): string[] => {
  const answered = parsed(answer.text);
  const spec = specs.get(answer.endpoint ?? '');
  if (spec) return answerFlaws({ answer, answered }, request, spec);
  if (!answer.endpoint?.startsWith('scim-')) return otherFlaws(answer, answered);
  return [
    ...(answer.status >= 500 ? [`${answer.status}: ${answer.text}`] : []),
    ...scimViolations({ ...answer, headers: canonicalHeaders(answer) }, answered),
  ];
};

interface Sent {
  tenants: FuzzedWorld;
  seed: number;
  index: number;
  caller: FuzzCaller;
  operation: Operation;
}

/** Sends a request, and notes what is wrong with its answer. */
const sendOne = async (
  fuzzing: Fuzzing,
  { tenants, seed, index, caller, operation }: Sent,
  request: RawRequest,
): Promise<RawAnswer> => {
  fuzzing.requests++;
  const answer = await fuzzing.send(request);
  const flaws = [
    ...flawsOf(answer, request),
    ...leaks({ tenants, caller }, request, answer),
    ...fuzzing.thrown.splice(0).map((error) => String(error instanceof Error ? error.stack : error)),
  ];
  fuzzing.flaws.push(...flaws.map((flaw) => ({ seed, index, request: shown(request), flaw })));
  const statuses = fuzzing.answers.get(operation.name) ?? new Map<number, number>();
  fuzzing.answers.set(operation.name, statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1));
  if (answer.status < 400) tenants.noteSent(caller, request.body.toString('utf8'));
  if (answer.status < 300 && answer.text.length < 100_000) {
    const answered = parsed(answer.text);
    tenants.learn(caller, operation.isOfDirectory ? idsOfScim(answered) : answered);
  }
  return answer;
};

interface Batch {
  tenants: FuzzedWorld;
  dice: Dice;
  seed: number;
}

const fuzzOnce = async (
  fuzzing: Fuzzing,
  { tenants, dice, seed, index }: Batch & { index: number },
): Promise<void> => {
  const operation = dice.oneOf(fuzzedOperations);
  if (!operation) throw new Error('there are no operations');
  const caller = operation.isOfDirectory && dice.chance(80) ? tenants.directory(dice) : tenants.caller(dice);
  const request = fuzzedRequest({ operation, caller, fuzzed: tenants, dice });
  const answer = await sendOne(fuzzing, { tenants, seed, index, caller, operation }, request);
  if (answer.status === 401 && dice.chance(renewedPercent)) await tenants.renew(caller);
};

/** Takes the valid steps of the journey of a seed; each of them must succeed. */
const takeJourney = async (fuzzing: Fuzzing, { tenants, seed }: Batch): Promise<void> => {
  const journey = journeys[seed % journeys.length];
  if (!journey) return;
  const sent = { tenants, seed, index: -1 };
  const ask = async (name: string, asked: Asked = {}): Promise<Answered> => {
    const operation = operations.find((one) => one.name === name);
    if (!operation) throw new Error(`there is no operation ${name}`);
    const caller = callerOf(tenants.callersOf(journey.tenant), asked.as);
    const request = validRequest(operation, caller, asked);
    const answer = await sendOne(fuzzing, { ...sent, caller, operation }, request);
    if (answer.status >= 400)
      throw new RefusedStep(`${journey.name}: ${shown(request)} is refused: ${answer.status} ${answer.text}`);
    return { ...answer, json: parsed(answer.text) };
  };
  try {
    await journey.go(travelerOf(tenants, journey, ask));
  } catch (error) {
    if (!(error instanceof RefusedStep)) throw error;
    fuzzing.flaws.push({ seed, index: -1, request: journey.name, flaw: error.message });
  }
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
    await takeJourney(fuzzing, { tenants, dice, seed });
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
