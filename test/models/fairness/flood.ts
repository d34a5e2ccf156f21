import { installBackoff } from '#ports/backoff.ts';
import { Problem } from '@scangate/domain/problem';
import { defaultActiveScans } from '@scangate/domain/scans/fairness/active-scans';
import { assessmentVersions } from '@scangate/engines/assessment-versions';
import { seededRandom, type VirtualTime } from '#test/support/store/virtual-time.ts';
import { TooManyRequests, type AccountExecutions } from './account-capacity.ts';
import { drawTimes, FloodedService, type Tenant } from './flooded-service.ts';
import type { StepTimes } from './virtual-workflow.ts';

/** Pipelines of many organizations, and one organization that asks for more than its share. */
export interface FloodOptions {
  seed: number;
  /** Creations that a flooding organization asks for in a second. Nothing: there is no flood. */
  floodPerSecond: number;
  /** Organizations that flood at the same time; one unless given. */
  floods?: number;
  /** Project units of each of its scans. */
  floodUnits?: number;
  /** The repositories of each of them; one unless given. */
  floodRepositories?: number;
  seconds: number;
  /** The waits that it opens for each of its scans at the same time; one unless given. */
  floodWaits?: number;
  /** The tokens of each of them; 50 unless given. */
  floodTokens?: number;
  /** It cancels the scans with such ids at once. */
  floodCancels?: RegExp;
  /** It cancels so many milliseconds after the answer. */
  floodCancelsAfterMs?: number;
  /** It sends each request so many times at once. */
  floodEqual?: number;
  /** The duration of the steps of its scans, where it chooses them. */
  floodTimes?: Partial<StepTimes>;
  /** The most active scans of an organization. */
  activeScanLimit?: number;
}

interface FloodOutcome {
  /** The time from the first request of each pipeline of others to its verdict, in milliseconds. */
  waitsMs: number[];
  /** The pipelines of others that ended without PASS. */
  failed: number;
  /** The answers to the flooding organizations. */
  answers: Map<string, number>;
  /** The most executions of Lambda at a time, and the invocations that it refused. */
  executions: Readonly<Record<keyof AccountExecutions, { peak: number; throttled: number }>>;
}

/** Pipelines of others that begin in a second, and their organizations. */
const othersPerSecond = 4;
const others = 20;

/** The gateway tells a client to try again after this time when Lambda did not run a function. */
const busyDelayMs = 5_000;

const delayOf = (error: unknown): number => {
  if (error instanceof TooManyRequests) return busyDelayMs;
  if (!(error instanceof Problem)) throw error;
  const { retryAfterSeconds } = error.members;
  if (retryAfterSeconds === undefined) throw error;
  return 1_000 * retryAfterSeconds;
};

/** Repeats a request as a client does that respects `Retry-After`. */
const untilAnswered = async <T>(time: VirtualTime, request: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      await time.sleep(delayOf(error));
    }
  }
};

const commitOf = (kind: number, index: number): string =>
  (kind * 10_000_000 + index).toString(16).padStart(40, '0');

type Act = (index: number, times: StepTimes) => Promise<void>;

/** Lets something begin at random instants. @returns what began. */
const arrive = (
  { time, random, rate, seconds }: { time: VirtualTime; random: () => number; rate: number; seconds: number },
  act: Act,
): Promise<void>[] => {
  const begun: Promise<void>[] = [];
  if (rate === 0) return begun;
  for (let [at, index] = [0, 0]; ; index++) {
    at += (-Math.log(1 - random()) * 1_000) / rate;
    if (at >= seconds * 1_000) break;
    const times = drawTimes(random);
    begun.push(time.sleep(at).then(() => act(index, times)));
  }
  return begun;
};

/** A pipeline creates a scan and waits for its verdict, however often it has to ask. */
const pipelinesOf = (service: FloodedService, tenants: readonly Tenant[], outcome: FloodOutcome): Act => {
  const { time } = service;
  return async (index, times) => {
    const tenant = tenants[index % tenants.length];
    if (!tenant) throw new Error('there are others');
    const [secret = ''] = tenant.secrets;
    const begunAt = time.now;
    const scan = { commit: commitOf(1, index), times };
    const { body } = await untilAnswered(time, () => service.create(tenant, secret, scan));
    for (;;) {
      const { verdict } = await untilAnswered(time, () => service.wait(tenant, secret, body.scanId));
      if (!verdict) continue;
      if (verdict.verdict !== 'PASS') outcome.failed += 1;
      break;
    }
    outcome.waitsMs.push(time.now - begunAt);
  };
};

interface Flooding {
  flooding: readonly Tenant[];
  waits: number;
  cancels: RegExp | undefined;
  cancelsAfterMs: number;
  equal: number;
  ownTimes: Partial<StepTimes>;
}

/** A flooding organization never asks again, and waits for each scan that it gets, maybe many times at once. */
const floodOf = (
  service: FloodedService,
  { flooding, waits, cancels, cancelsAfterMs, equal, ownTimes }: Flooding,
  { answers }: FloodOutcome,
): Act => {
  const answered = (answer: string) => void answers.set(answer, (answers.get(answer) ?? 0) + 1);
  return async (index, times) => {
    const tenant = flooding[index % flooding.length];
    if (!tenant) throw new Error('somebody floods');
    const secretOf = (number: number): string =>
      tenant.secrets[(Math.floor(index / flooding.length) + number) % tenant.secrets.length] ?? '';
    const secret = secretOf(0);
    const scan = { commit: commitOf(2, index), times: { ...times, ...ownTimes }, at: index };
    for (let more = 1; more < equal; more += 1)
      void service.create(tenant, secretOf(more), scan).then(
        ({ status }) => answered(String(status)),
        () => answered('an equal one was refused'),
      );
    try {
      const { status, body } = await service.create(tenant, secret, scan);
      answered(String(status));
      if (cancels?.test(body.scanId)) {
        await service.time.sleep(cancelsAfterMs);
        await service.cancel(tenant, secret, body.scanId);
      }
      const open = Array.from({ length: waits }, () => service.wait(tenant, secret, body.scanId));
      await Promise.allSettled(open);
    } catch (error) {
      if (error instanceof Problem) answered([error.code, error.members.limit ?? []].flat().join(' '));
      else answered(String(error));
    }
  };
};

/** Runs the load to its end. The pipelines of others are the same with and without a flood. */
const runFlood = async ({
  seed,
  floodPerSecond,
  floodUnits = 1,
  floods = 1,
  floodRepositories: repositories = 1,
  floodWaits = 1,
  floodCancels: cancels,
  floodCancelsAfterMs: cancelsAfterMs = 0,
  floodEqual: equal = 1,
  floodTimes: ownTimes = {},
  floodTokens = 50,
  seconds,
  activeScanLimit = defaultActiveScans,
}: FloodOptions): Promise<FloodOutcome> => {
  // It loads modules when it is called first, and virtual time does not wait for the disk.
  await assessmentVersions(['secrets', 'sast']);
  const service = new FloodedService(seed, activeScanLimit);
  const { time, executions } = service;
  const flooding: Tenant[] = [];
  while (flooding.length < floods)
    flooding.push(await service.tenant({ units: floodUnits, tokens: floodTokens, repositories }));
  const calm: Tenant[] = [];
  while (calm.length < others) calm.push(await service.tenant({ units: 1, tokens: 1 }));
  const outcome: FloodOutcome = { waitsMs: [], failed: 0, answers: new Map(), executions };
  const all = [
    ...arrive(
      { time, random: seededRandom(seed + 1), rate: othersPerSecond, seconds },
      pipelinesOf(service, calm, outcome),
    ),
    ...arrive(
      { time, random: seededRandom(seed + 2), rate: floods * floodPerSecond, seconds },
      floodOf(service, { flooding, waits: floodWaits, cancels, cancelsAfterMs, equal, ownTimes }, outcome),
    ),
  ];
  await time.pass();
  await Promise.all(all);
  installBackoff({ random: () => 0, sleep: async () => {} });
  return outcome;
};

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** The figures of a flood beside the same load without it. */
export interface MeasuredFlood {
  calm: FloodOutcome;
  flooded: FloodOutcome;
  /** The time that the others wait longer for their verdicts on average, in percent. */
  longerPercent: number;
}

/** Runs the same load without and with a flood. */
export const measureFlood = async (options: FloodOptions): Promise<MeasuredFlood> => {
  const calm = await runFlood({ ...options, floodPerSecond: 0 });
  const flooded = await runFlood(options);
  const longerPercent = 100 * (meanOf(flooded.waitsMs) / meanOf(calm.waitsMs) - 1);
  return { calm, flooded, longerPercent };
};
