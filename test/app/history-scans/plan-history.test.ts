import { describe, expect, test } from 'vitest';
import { planKey, planningKey, readJson, sliceKey } from '#app/history-scans/history-objects.ts';
import { planHistory } from '#app/history-scans/plan-history.ts';
import { workOnHistory } from '#app/history-scans/work-on-history.ts';
import { changeRules } from '#app/policy/rules/change-rules.ts';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import { checkRules } from '@scangate/engines/custom-rules/check-rules';
import { HistoryReaderStopped, type HistoryQuestion } from '#ports/history/history-reader.ts';
import { historyWorld } from '#test/support/history/history-world.ts';
import { acmeToken, noVerification } from '#test/support/rules/custom-rules.ts';
import { noon } from '#test/support/world.ts';

const { signal } = new AbortController();
const part = historyLimits.filesPerCredit;
const ruleTrial = { check: checkRules, try: async () => expect.unreachable('nothing is tried') };

describe('the plan of a history', () => {
  const worldOf = async () => {
    const world = await historyWorld({ files: 4, slices: 2 });
    const { organizationId, repositoryId, ports, historyReader } = world;
    const ref = { organizationId, repositoryId, historyScanId: await world.quote(noon) };
    const ask = historyReader.ask.bind(historyReader);
    const asked: HistoryQuestion[] = [];
    /** Plans with a reader that does not answer normally. */
    const plan = (reader: (question: HistoryQuestion) => Promise<never> = ask, over = signal) => {
      const note = (question: HistoryQuestion): Promise<never> => {
        asked.push(question);
        return reader(question);
      };
      return planHistory(ref, { ...ports, historyReader: { ask: note } }, { now: noon, signal: over });
    };
    return { ...world, ref, plan, ask, asked };
  };
  const stop = () => Promise.reject(new HistoryReaderStopped('Sandbox.Timedout'));

  test('is not changed by a reader that outlives its run', async () => {
    const { plan, ask, asked, ref, ports, historyReader } = await worldOf();
    await expect(plan(() => Promise.reject(new Error('cut off')), AbortSignal.abort())).rejects.toThrow(
      'cut off',
    );
    const planned = await plan();
    const objects = async () => [
      await readJson(ports.blobs, planKey(ref)),
      await readJson(ports.blobs, sliceKey(ref, 1, planned.run)),
    ];
    const before = await objects();
    historyReader.history = { files: 9, slices: 3 };
    await ask(asked[0]!);
    expect(await objects()).toEqual(before);
    expect(await plan()).toEqual(planned);
  });

  test('that another run made meanwhile is kept', async () => {
    const { plan, ask, historyReader } = await worldOf();
    let first: unknown;
    const second = await plan(async (question) => {
      first = await plan();
      historyReader.history = { files: 9, slices: 3 };
      return ask(question);
    });
    expect(second).toEqual(first);
  });

  test('is tried with fewer branches after a run that stopped or was cut off, and finally given up', async () => {
    const { plan, asked, ref, ports, scanOf } = await worldOf();
    await expect(plan(stop)).rejects.toMatchObject({ name: 'Transient' });
    await expect(plan(() => Promise.reject(new Error('cut off')), AbortSignal.abort())).rejects.toThrow(
      'cut off',
    );
    await expect(plan(stop)).rejects.toMatchObject({ name: 'Transient' });
    await expect(plan(stop)).rejects.toMatchObject({ name: 'Transient' });
    expect(asked.map((question) => 'maxTips' in question && [question.run, question.maxTips])).toEqual([
      [0, 20_000],
      [1, 1250],
      [2, 78],
      [3, 4],
    ]);
    expect(await plan(stop)).toMatchObject({ failed: true });
    expect(asked).toHaveLength(4);
    expect(await readJson(ports.blobs, planningKey(ref))).toMatchObject({ runs: 4, stops: 4 });
    expect(scanOf(ref.historyScanId)).toMatchObject({ status: 'failed' });
  });

  test('is made with all branches again when a plan could not be stored', async () => {
    const { plan, ask, asked, ports } = await worldOf();
    const put = ports.blobs.put.bind(ports.blobs);
    await expect(
      plan(async (question) => {
        const planned = await ask(question);
        let writes = 0;
        Object.assign(ports.blobs, {
          put: (...args: Parameters<typeof put>) =>
            (writes += 1) === 2 ? Promise.reject(new Error('not stored')) : put(...args),
        });
        return planned;
      }),
    ).rejects.toThrow('not stored');
    await plan();
    expect(asked).toMatchObject([{ maxTips: 20_000 }, { maxTips: 20_000 }]);
  });

  test('is tried with all branches again after a host that was unavailable', async () => {
    const { plan, asked } = await worldOf();
    await expect(plan(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await plan();
    expect(asked).toMatchObject([{ maxTips: 20_000 }, { maxTips: 20_000 }]);
  });
});

test('all parts are scanned with the rules that are in force when the scan begins', async () => {
  const world = await historyWorld({ files: part + 1 });
  const put = async (...rules: CustomRule[]) =>
    changeRules({ caller: world.caller(), rules, ifMatch: '*' }, { store: world.store, ruleTrial }, noon);
  await put(acmeToken, noVerification);
  const historyScanId = await world.quoted();
  await world.start(historyScanId);
  const { organizationId, repositoryId, ports, historyReader } = world;
  const ref = { organizationId, repositoryId, historyScanId };
  const plan = () => planHistory(ref, ports, { now: noon, signal });
  const { steps } = await plan();
  await put({ ...acmeToken, id: 'later' });
  await plan();
  for (const { number } of steps)
    await workOnHistory({ ...ref, number }, ports, { signal, beginBefore: signal });
  expect(new Set(historyReader.rules)).toEqual(new Set(['acme-token']));
});
