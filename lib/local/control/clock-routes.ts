import * as z from 'zod';
import { Problem } from '@scangate/domain/problem';
import type { Activity } from '@scangate/emulator-host/activity';
import type { Clock } from '@scangate/emulator-host/clock';
import type { ControlResponse, ControlRoute } from './control-route.ts';

const daySeconds = 86_400;
const longestMoveSeconds = 10 * 366 * daySeconds;
const defaultSettleTimeoutMs = 300_000;

const clockMove = z.union([
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
  z.strictObject({ advanceSeconds: z.number().min(0).max(longestMoveSeconds) }),
]);

export interface ClockRoutesOptions {
  clock: Clock;
  activity: Activity;
  /** Limit for settling, in real milliseconds. */
  settleTimeoutMs?: number;
}

export const clockRoutes = (options: ClockRoutesOptions): ControlRoute[] => {
  const { clock, activity, settleTimeoutMs = defaultSettleTimeoutMs } = options;
  const show = (): ControlResponse => ({ status: 200, body: { now: new Date(clock.now()).toISOString() } });
  return [
    ['GET', /^\/_local\/clock$/, show],
    [
      'POST',
      /^\/_local\/clock$/,
      async ({ body }) => {
        const move = clockMove.parse(await body());
        const target = 'now' in move ? Date.parse(move.now) : clock.now() + move.advanceSeconds * 1000;
        if (target < clock.now()) throw new Problem('conflict', { detail: 'The clock only moves forward.' });
        await clock.advanceTo(Math.max(target, clock.now()));
        return show();
      },
    ],
    [
      'POST',
      /^\/_local\/settle$/,
      async () => {
        if (await activity.idle(settleTimeoutMs)) return { status: 200, body: { settled: true } };
        const detail = `Still under way: ${activity.list().join(', ')}.`;
        throw new Problem('temporarily_unavailable', { detail });
      },
    ],
  ];
};
