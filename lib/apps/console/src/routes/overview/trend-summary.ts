import type { BodyOfResponse } from '@scangate/client';
import { overviewMessages } from '@scangate/console/messages/overview.ts';

type Day = BodyOfResponse<'get-trends'>['days'][number];

/** The days to fix, over all fixes: each day counts by the number of its fixes. */
const meanDaysToFix = (days: readonly Day[]): number | undefined => {
  const fixing = days.filter(({ fixed, meanDaysToFix: mean }) => fixed > 0 && mean !== undefined);
  const fixes = fixing.reduce((sum, { fixed }) => sum + fixed, 0);
  if (fixes === 0) return undefined;
  return fixing.reduce((sum, { fixed, meanDaysToFix: mean = 0 }) => sum + fixed * mean, 0) / fixes;
};

/** Sums up the period of the plot. Days to fix are left out while nothing was fixed. */
export const summaryOf = (days: readonly Day[]): { label: string; value: number | string }[] => {
  const mean = meanDaysToFix(days);
  return [
    { label: overviewMessages.opened, value: days.reduce((sum, { opened }) => sum + opened, 0) },
    { label: overviewMessages.fixed, value: days.reduce((sum, { fixed }) => sum + fixed, 0) },
    ...(mean === undefined
      ? []
      : [{ label: overviewMessages.daysToFix, value: overviewMessages.daysToFixValue(mean) }]),
  ];
};
