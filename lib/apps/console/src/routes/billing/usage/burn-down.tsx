import type { ReactElement } from 'react';
import { usageMessages } from '@scangate/console/messages/billing/usage.ts';
import { balanceSeries, forecastSeries } from '@scangate/console/plots/burn-down.ts';
import { LinePlot, type NamedSeries } from '@scangate/console/plots/line-plot.tsx';
import type { PoolForecast } from './forecast-panel.tsx';
import type { UsageDay } from './credits-view.tsx';

/** The balance of a pool by day, and on from today what the service forecasts. */
export const BurnDown = ({
  days,
  forecast,
}: {
  days: readonly UsageDay[];
  forecast: PoolForecast | undefined;
}): ReactElement => {
  const balance: NamedSeries = {
    ...balanceSeries('balance', days),
    name: usageMessages.balance,
    tone: 'accent',
  };
  const { creditsPerDay, periodEndsAt } = forecast ?? {};
  const ahead =
    typeof creditsPerDay === 'number' && periodEndsAt !== undefined
      ? forecastSeries('balance', days, { perDay: creditsPerDay, until: periodEndsAt.slice(0, 10) })
      : undefined;
  const series = ahead
    ? [balance, { ...ahead, name: usageMessages.balance, tone: 'accent' as const }]
    : [balance];
  return <LinePlot title={usageMessages.burnDown} unit={usageMessages.unit} series={series} />;
};
