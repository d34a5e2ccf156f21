import type { World } from '#test/simulation/start/world.ts';

const following = 'track-default-branch';

/**
 * Notes the scans whose default branch was not followed in the end, as the alarm of the function tells an operator.
 * @returns follows them once more, as the runbook says.
 */
export const followAgainLater = ({ cloud: { functions }, scheduler }: World): (() => void) => {
  const failed = new Set<string>();
  functions.onRunEnd = (run) => {
    if (run.name !== following) return;
    if (run.failed) failed.add(run.payload);
    else failed.delete(run.payload);
  };
  return () => {
    const [arn = ''] = [...functions.plans].find(([, { bundle }]) => bundle === following) ?? [];
    for (const payload of failed)
      scheduler.begin(`again ${payload}`, () => functions.invokeLater(arn, payload));
  };
};
