import { millisecondsPerDay } from '@scangate/console/messages/calendar.ts';
import type { PlotSeries } from './plot-lines.ts';

/** The balance of a pool at the end of a day. */
export interface DailyBalance {
  day: string;
  closing: number;
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * millisecondsPerDay).toISOString().slice(0, 10);

interface Forecast {
  /** The credits that a day uses. */
  perDay: number;
  /** The last day of the plot, such as the day of the next refill. */
  until: string;
}

/**
 * Returns the forecast of a balance, from the last known day to 0 or to the end. It holds what the service states:
 * the credits of a day; nothing is estimated here.
 */
export const forecastSeries = (
  id: string,
  balances: readonly DailyBalance[],
  { perDay, until }: Forecast,
): PlotSeries => {
  const last = balances.at(-1);
  if (!last || perDay <= 0 || until <= last.day) return { id, values: [], isForecast: true };
  const values: { day: string; value: number }[] = [{ day: last.day, value: last.closing }];
  const daysLeft = Math.round((Date.parse(until) - Date.parse(last.day)) / millisecondsPerDay);
  for (let ahead = 1; ahead <= daysLeft; ahead++) {
    const value = Math.max(0, last.closing - ahead * perDay);
    values.push({ day: dayAfter(last.day, ahead), value });
    if (value === 0) break;
  }
  return { id, values, isForecast: true };
};

/** Returns the known balances of a pool as a line. */
export const balanceSeries = (id: string, balances: readonly DailyBalance[]): PlotSeries => ({
  id,
  values: balances.map(({ day, closing }) => ({ day, value: closing })),
});
