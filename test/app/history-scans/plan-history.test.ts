import { expect, test } from 'vitest';
import { planHistory } from '#app/history-scans/plan-history.ts';
import { workOnHistory } from '#app/history-scans/work-on-history.ts';
import { changeRules } from '#app/policy/rules/change-rules.ts';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import type { OwnRule } from '@scangate/engines/model/gate/own-rules';
import { checkRules } from '@scangate/engines/own-rules/check-rules';
import { historyWorld } from '#test/support/history/history-world.ts';
import { acmeToken, noVerification } from '#test/support/rules/own-rules.ts';
import { noon } from '#test/support/world.ts';

const { signal } = new AbortController();
const part = historyLimits.filesPerCredit;
const ruleTrial = { check: checkRules, try: async () => expect.unreachable('nothing is tried') };

test('all parts are looked at with the rules that are in force as the look begins', async () => {
  const world = await historyWorld({ files: part + 1 });
  const put = async (...rules: OwnRule[]) =>
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
