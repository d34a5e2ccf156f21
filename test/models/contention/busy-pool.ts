import { MemoryStore } from '#adapters/memory/store.ts';
import { leasedStore } from '#app/credit-leases/leased-store.ts';
import { comparePool } from '#app/ledger/compare-pool.ts';
import { createScan } from '#app/scans/create-scan.ts';
import { Problem } from '@scangate/domain/problem';
import { installBackoff } from '#ports/backoff.ts';
import type { Store } from '#ports/store.ts';
import { contendedStore, type Counted, type PartitionLimit } from '#test/support/store/contended-store.ts';
import { seededRandom, VirtualTime } from '#test/support/store/virtual-time.ts';
import { workflowWorld } from '#test/support/scans/workflow.ts';
import { newOrganization, newRepository, testIds } from '#test/support/world.ts';

/** One organization whose pipelines create scans at once, over a store that behaves as DynamoDB does under load. */

export interface Load {
  seed: number;
  credits: number;
  perSecond: number;
  seconds: number;
  isLeased?: boolean;
  /** The second in which an audit of the pool begins. */
  auditAt?: number;
}

/** Each process knows of leases what it has seen itself. */
const processes = 40;
const begin = new Date('2026-03-10T12:00:00.000Z');

/** A store as it is, and as it behaves under load, in virtual time. */
export interface LoadedStore {
  plain: Store;
  contended: Store;
  counted: Counted;
}

type LoadContext = { time: VirtualTime; random: () => number };

/** The result of an audit of the pool, and its own calls. */
export interface LoadAudit {
  drift: number | undefined;
  reads: number;
  writes: number;
}

const silent = { debug() {}, info() {}, warn() {}, error() {}, metric() {} };

/** Audits the pool as the daily job does. */
const auditAfter = async (
  seconds: number,
  accountId: string,
  { time, contended, random }: { time: VirtualTime; contended: Store; random: () => number },
): Promise<LoadAudit> => {
  await time.sleep(seconds * 1_000);
  const counted = { reads: 0, writes: 0 };
  const counting =
    <A extends unknown[], T>(kind: 'reads' | 'writes', call: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> => {
      counted[kind]++;
      return call(...args);
    };
  const store = leasedStore(
    {
      ...contended,
      load: counting('reads', contended.load) as Store['load'],
      get: counting('reads', contended.get) as Store['get'],
      commit: counting('writes', contended.commit),
    },
    { random, uuid: testIds.uuid },
  );
  const ports = { store, timer: { sleep: time.sleep }, log: silent };
  const compared = await comparePool(
    { accountId, pool: 'core' },
    ports,
    new Date(begin.getTime() + time.now),
  );
  return { drift: compared ? compared.drift : Number.NaN, ...counted };
};

/** Runs the load to its end over a store. */
export const runLoadOn = async (
  open: (context: LoadContext) => LoadedStore,
  { seed, credits, perSecond, seconds, isLeased = true, auditAt }: Load,
) => {
  const random = seededRandom(seed);
  const time = new VirtualTime();
  const { plain, contended, counted } = open({ time, random });
  const { organizationId, as } = await newOrganization(plain, {
    plan: 'Regulated',
    credits: { core: credits },
  });
  const { repositoryId } = await newRepository(plain, organizationId, [['', 'npm']]);
  const world = workflowWorld(plain);
  const processStore = () => (isLeased ? leasedStore(contended, { random, uuid: testIds.uuid }) : contended);
  const stores = Array.from({ length: processes }, processStore);
  installBackoff({ random, sleep: time.sleep });
  const answers = new Map<string, number>();
  const latencies: number[] = [];
  const caller = as('member');
  const ask = async (number: number): Promise<void> => {
    const beganAt = time.now;
    const store = stores[number % processes] ?? contended;
    const body = { repositoryId, commitHash: number.toString(16).padStart(40, '0') };
    const answer = await createScan(
      { caller, body, idempotency: undefined },
      { ...world, store, artifactCheck: { check: async () => ({ ok: true }) } } as never,
      new Date(begin.getTime() + time.now),
    ).then(
      ({ status }) => String(status),
      (error: unknown) => (error instanceof Problem ? error.code : String(error)),
    );
    latencies.push(time.now - beganAt);
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  };
  // The license of the month is claimed by one scan, before.
  const first = ask(0);
  await time.pass();
  await first;
  Object.assign(counted, { writes: 0, collisions: 0, reads: 0, throttled: 0 });
  answers.clear();
  latencies.length = 0;
  let at = 0;
  const asked: Promise<void>[] = [];
  for (let number = 1; at < seconds * 1_000; number++) {
    at += (-Math.log(1 - random()) * 1_000) / perSecond;
    asked.push(time.sleep(at).then(() => ask(number)));
  }
  const audit =
    auditAt === undefined ? undefined : auditAfter(auditAt, organizationId, { time, contended, random });
  await time.pass();
  await Promise.all(asked);
  installBackoff({ random: () => 0, sleep: async () => {} });
  return { organizationId, counted, answers, asked: asked.length, latencies, audit: await audit };
};

/** Runs the load to its end over a store in memory, whose partitions may be limited. */
export const runLoad = async (load: Load, limit?: PartitionLimit) => {
  const memory = new MemoryStore();
  const open = (context: LoadContext): LoadedStore => {
    const { store: contended, counted } = contendedStore(memory, { ...context, limit });
    return { plain: memory, contended, counted };
  };
  return { memory, ...(await runLoadOn(open, load)) };
};
