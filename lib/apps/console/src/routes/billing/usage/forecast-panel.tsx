import type { BodyOfResponse } from '@scangate/client';
import type { ReactElement } from 'react';
import { utcMonth } from '@scangate/console/messages/calendar.ts';
import { money } from '@scangate/console/messages/money.ts';
import { usageMessages } from '@scangate/console/messages/billing/usage.ts';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';

export type Forecast = BodyOfResponse<'get-forecast', 200>;
export type PoolForecast = Forecast['pools']['core'];

const rateText = ({ creditsPerDay }: PoolForecast): string =>
  creditsPerDay === null ? usageMessages.noRate : usageMessages.rateText(creditsPerDay);

const lastsText = ({ creditsPerDay, daysToThreshold, threshold, periodEndsAt }: PoolForecast): string => {
  if (creditsPerDay === null) return usageMessages.noRate;
  if (daysToThreshold === null) return usageMessages.lastsPeriod(periodEndsAt);
  return threshold > 0
    ? usageMessages.lastsToThreshold(daysToThreshold, threshold)
    : usageMessages.lastsDays(daysToThreshold);
};

/** Shows how long credits, packs and licenses last, as the service forecasts it. */
export const ForecastPanel = ({
  forecast,
  pool: name,
}: {
  forecast: Forecast;
  pool: 'core' | 'sast';
}): ReactElement => {
  const pool = forecast.pools[name];
  const { nextInvoice, licenses } = forecast;
  return (
    <KeyValue
      items={[
        { label: usageMessages.rate, value: rateText(pool) },
        { label: usageMessages.lasts, value: lastsText(pool) },
        {
          label: usageMessages.packsLeft,
          value:
            pool.packsLeft === null ? usageMessages.rechargeOff : usageMessages.packsLeftText(pool.packsLeft),
        },
        {
          label: usageMessages.licenses,
          value:
            licenses.left === null
              ? usageMessages.licensesUnlimited
              : usageMessages.licensesText(licenses.left, utcMonth(licenses.month)),
        },
        {
          label: usageMessages.nextInvoice,
          value: nextInvoice
            ? usageMessages.nextInvoiceText(
                money(nextInvoice.amountDue, nextInvoice.currency),
                nextInvoice.at,
              )
            : usageMessages.noInvoice,
        },
      ]}
    />
  );
};
