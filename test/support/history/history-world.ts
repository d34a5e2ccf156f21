import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { endHistoryWork, type EndedSteps } from '#app/history-scans/end-history.ts';
import { startHistoryScan } from '#app/history-scans/history-scans.ts';
import { quoteHistoryScan } from '#app/history-scans/quote-history-scan.ts';
import { lineStream, sliceFilesKey, sliceKey } from '#app/history-scans/history-objects.ts';
import { addSecret } from '#app/history-scans/merge-secrets.ts';
import { planHistory } from '#app/history-scans/plan-history.ts';
import { workOnHistory } from '#app/history-scans/work-on-history.ts';
import type { Caller } from '@scangate/domain/identity/caller';
import type { HistoryScan } from '@scangate/domain/records';
import { ScanFailed } from '@scangate/engines/model/failure';
import type {
  HistoryQuestion,
  HistoryReader,
  ListedCommits,
  LookedFiles,
} from '#ports/history/history-reader.ts';
import { silentLog } from '../silent-log.ts';
import { isRetryable } from '../store/fault-injection.ts';
import { newOrganization, newRepository, noon, testIds } from '../world.ts';

const { signal } = new AbortController();
const idOfFile = (number: number | string): string => createHash('sha1').update(String(number)).digest('hex');
export const commitOfFile = (number: number): string => idOfFile(`commit ${number}`);
export const head = idOfFile('head');

/** A history of so many files in slices; files with a key name it in their path. */
interface FakeHistory {
  files: number;
  /** The numbers of files that have a key, by the key. */
  keys?: Record<string, number[]>;
  /** The numbers of files that the newest commit has. */
  inHead?: number[];
  slices?: number;
  unread?: string[];
}

/** Answers as the function that reads histories does. */
class FakeReader implements HistoryReader {
  history: FakeHistory;
  /** The questions that fail, each time. */
  fails: (question: HistoryQuestion) => boolean = () => false;
  readonly asked: string[] = [];
  /** The ids of the rules that the looks were made with. */
  readonly rules: string[] = [];
  readonly #blobs: MemoryBlobs;

  constructor(history: FakeHistory, blobs: MemoryBlobs) {
    this.history = history;
    this.#blobs = blobs;
  }

  #pathOf(number: number): string {
    const key = Object.entries(this.history.keys ?? {}).find(([, numbers]) => numbers.includes(number));
    return key ? `${key[0]}/${number}.env` : `src/${number}.ts`;
  }

  async #list(question: HistoryQuestion & { kind: 'list' }): Promise<ListedCommits> {
    const { files, slices = 1, inHead = [] } = this.history;
    const each = Math.ceil(files / slices);
    const { slice, run } = question;
    const numbers =
      slice === 0
        ? inHead
        : Array.from({ length: each }, (_, index) => (slice - 1) * each + index).filter((n) => n < files);
    const rows = numbers.map((n) => [idOfFile(n), this.#pathOf(n), commitOfFile(n)]);
    const lines = async function* () {
      yield* rows;
      yield { unread: [] };
    };
    await this.#blobs.putStream(sliceFilesKey(question, slice, run), lineStream(lines()));
    return {};
  }

  async ask<Q extends HistoryQuestion>(asked: Q): Promise<never> {
    const question = JSON.parse(JSON.stringify(asked)) as Q;
    this.asked.push(question.kind);
    if (this.fails(question)) throw new ScanFailed('repo_access', 'The host refuses.');
    if (question.kind === 'list') return (await this.#list(question)) as never;
    if (question.kind === 'split') return [{ heads: question.heads, known: question.known }] as never;
    if (question.kind === 'plan') {
      const { files, slices = files === 0 ? 0 : 1, unread = [] } = this.history;
      const { run } = question;
      for (let slice = 1; slice <= slices; slice += 1) {
        const ends = JSON.stringify({ heads: [commitOfFile(slice)], known: [] });
        const key = sliceKey(question, slice, run);
        await this.#blobs.putStream(key, Readable.from([ends], { objectMode: false }));
      }
      return { run, commits: files, slices, head, unread } as never;
    }
    this.rules.push((question.customRules ?? []).map(({ id }) => id).join(' '));
    const found = new Map<string, LookedFiles['secrets'][number]>();
    for (const [index, [, path, place, earlier]] of question.files.entries()) {
      if (earlier === null) throw new TypeError('a file has no list of earlier names instead of none');
      const [key = ''] = path.split('/');
      if (key === 'src') continue;
      const content = createHash('md5').update(key).digest('hex');
      const secret = {
        kind: 'secret',
        rule: 'private-key',
        severity: 'critical',
        file: path,
        line: 1,
      } as const;
      addSecret(found, { ...secret, content, index, place, count: 1 });
    }
    const secrets = [...found.values()];
    return { files: question.files.length, secrets, gaps: [] } as never;
  }
}

/** An organization with a repository whose history is scanned. */
export const historyWorld = async (
  history: FakeHistory = { files: 3 },
  { credits = 10, store = new MemoryStore() }: { credits?: number; store?: MemoryStore } = {},
) => {
  const blobs = new MemoryBlobs();
  const organization = await newOrganization(store, { credits: { core: credits, sast: 0 } });
  const { organizationId } = organization;
  const accountId = organizationId;
  const repository = await newRepository(store, organizationId);
  const { repositoryId } = repository;
  const historyReader = new FakeReader(history, blobs);
  const started: string[] = [];
  const historyWorkflow = {
    start: async ({ phase, attempt }: { phase: string; attempt: number }) =>
      void started.push(`${phase} ${attempt}`),
  };
  const recharge = { start: async () => undefined };
  const ports = { store, blobs, historyReader, historyWorkflow, recharge, log: silentLog };

  const scanOf = (historyScanId: string): HistoryScan => {
    const found = store.all('historyScan').find((scan) => scan.historyScanId === historyScanId);
    if (!found) throw new Error('there is no such history scan');
    return found;
  };

  /** Runs the workflow as it is defined, each task up to three times. */
  const run = async (historyScanId: string, over = ports, now = noon): Promise<void> => {
    const ref = { organizationId, repositoryId, historyScanId };
    const context = { now, signal };
    const retried = async <T>(task: () => Promise<T>): Promise<T> => {
      try {
        return await task();
      } catch (error) {
        if (!isRetryable(error)) throw error;
        return task();
      }
    };
    /** As the workflow does it: again as long as the step goes on. */
    const step = async (number: number): Promise<void> => {
      const timed = { signal, beginBefore: signal };
      while ((await retried(() => workOnHistory({ ...ref, number }, over, timed))).goesOn) continue;
    };
    const planned = await retried(() => planHistory(ref, over, context));
    for (const { number } of planned.steps) await step(number).catch(() => undefined);
    await retried(() => endHistoryWork(planned as EndedSteps, over, context));
  };

  const caller = (): Caller => organization.as('owner');
  const quote = async (now = noon, over = ports): Promise<string> => {
    const request = { caller: caller(), repositoryId, idempotency: undefined };
    return (await quoteHistoryScan(request, { ...over, ids: testIds }, now)).historyScanId;
  };
  const start = (historyScanId: string, over = ports, now = noon) =>
    startHistoryScan({ caller: caller(), repositoryId, historyScanId, idempotency: undefined }, over, now);

  /** Quotes the history to the end. */
  const quoted = async (now = noon): Promise<string> => {
    const historyScanId = await quote(now);
    await run(historyScanId, ports, now);
    return historyScanId;
  };
  const entries = () => store.all('ledgerEntry').filter(({ scanId }) => scanId !== undefined);
  const pool = () => store.all('pool').find((one) => one.accountId === accountId && one.pool === 'core')!;
  return {
    organizationId,
    repositoryId,
    historyReader,
    ports,
    store,
    started,
    scanOf,
    run,
    quote,

    quoted,
    start,
    entries,
    pool,
    caller,
  };
};
