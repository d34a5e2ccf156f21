import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sweepDueScans } from '#app/scans/sweep-scans.ts';
import { endScanOfExecution } from '#app/scans/workflow/end-scan-of-execution.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { prepareScan } from '#app/scans/workflow/prepare-scan.ts';
import type { ScanTasks } from '#ports/scans/scan-tasks.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Scan } from '@scangate/domain/records';
import type { ScanOutcome } from '@scangate/domain/scans/scan-outcome';
import { assembleVerdict } from '@scangate/domain/verdict/assemble-verdict';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { later, noon } from '#test/support/world.ts';
import {
  commitHash,
  createdScan,
  taskContextAt,
  workflowWorld,
  type WorkflowWorld,
} from '#test/support/scans/workflow.ts';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';

let store: MemoryStore;
let world: WorkflowWorld;
const minutes = (count: number) => later(count * 60);

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  store = new MemoryStore();
  world = workflowWorld(store);
  world.sources.commits.set(commitHash, { 'package-lock.json': '{}' });
});

type CreatedScan = Awaited<ReturnType<typeof createdScan>>;
const create = () => createdScan(world, [['', 'npm']]);
const stored = ({ ref }: CreatedScan) => store.all('scan').find(({ scanId }) => scanId === ref.scanId);
const balance = () => store.all('pool').find(({ pool }) => pool === 'core')?.available;
const sweepAt = (at: Date) => sweepDueScans(world as never, taskContextAt(at));
const begin = ({ ref }: CreatedScan, at = noon) => prepareScan(ref, world as never, taskContextAt(at));

describe('the end of an execution', () => {
  const trackDefaultBranch = vi.fn<ScanTasks['trackDefaultBranch']>();
  beforeEach(() => void trackDefaultBranch.mockReset());
  const ports = () => ({ ...world, scanTasks: { trackDefaultBranch } }) as never;
  const ended = (one: CreatedScan, status: 'FAILED' | 'TIMED_OUT' | 'ABORTED') =>
    endScanOfExecution(
      { detail: { status, input: JSON.stringify(one.ref) } },
      ports(),
      taskContextAt(minutes(1)),
    );

  test.each([
    ['TIMED_OUT', 'workflow_timeout'],
    ['FAILED', 'system_error'],
    ['ABORTED', 'system_error'],
  ] as const)('%s ends its scan as failed, %s, refunded', async (status, errorCode) => {
    const one = await create();
    await begin(one);
    await ended(one, status);
    expect(stored(one)).toMatchObject({ status: 'failed', errorCode, units: [{ errorCode }] });
    expect(balance()).toBe(500);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test.each(['cancelled', 'completed'] as const)('does not change a scan that is %s', async (status) => {
    const one = await create();
    const outcomeOf = (scan: Scan): ScanOutcome =>
      status === 'cancelled'
        ? { status }
        : {
            status,
            verdict: assembleVerdict(scan, [], { policy: defaultPolicy, judgedAt: noon.toISOString() }),
          };
    await endScan({ ...one.ref, outcomeOf }, world, noon);
    const before = moneyRecords(store);
    await ended(one, 'ABORTED');
    expect(moneyRecords(store)).toEqual(before);
  });

  const completed = async (headIsReviewed: boolean): Promise<CreatedScan> => {
    const one = await create();
    const reviewed = { branch: 'main', tip: commitHash, headIsReviewed };
    await store.commit([{ change: 'update', record: 'scan', id: one.ref, set: { reviewed } }]);
    const outcomeOf = (scan: Scan): ScanOutcome => {
      const verdict = assembleVerdict(scan, [], { policy: defaultPolicy, judgedAt: noon.toISOString() });
      return { status: 'completed', verdict };
    };
    await endScan({ ...one.ref, outcomeOf }, world, noon);
    return one;
  };

  test('after its scan had completed has the default branch follow it, and fails where that fails', async () => {
    const one = await completed(true);
    await ended(one, 'FAILED');
    const followed = { ...one.ref, status: 'completed', follow: true };
    expect(trackDefaultBranch.mock.calls.map(([scan]) => scan)).toEqual([followed]);
    trackDefaultBranch.mockRejectedValueOnce(new Error('the task trackDefaultBranch failed'));
    await expect(ended(one, 'FAILED')).rejects.toThrow('trackDefaultBranch');
  });

  test('has no default branch follow a scan that failed, or that is of no reviewed commit', async () => {
    await ended(await completed(false), 'TIMED_OUT');
    const one = await create();
    await begin(one);
    await ended(one, 'FAILED');
    expect(stored(one)?.status).toBe('failed');
    expect(trackDefaultBranch).not.toHaveBeenCalled();
  });

  test('without its input in the event is left to the sweep', async () => {
    const one = await create();
    await endScanOfExecution({ detail: { status: 'FAILED' } }, ports(), taskContextAt(minutes(1)));
    expect(stored(one)?.status).toBe('queued');
    await sweepAt(minutes(51));
    expect(stored(one)?.status).toBe('failed');
  });

  test('that is reported twice refunds once', async () => {
    const one = await create();
    await Promise.all([ended(one, 'FAILED'), ended(one, 'FAILED')]);
    await ended(one, 'TIMED_OUT');
    expect(stored(one)?.errorCode).toBe('system_error');
    expect(balance()).toBe(500);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });
});
