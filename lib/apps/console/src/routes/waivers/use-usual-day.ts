import { millisecondsPerDay } from '@scangate/console/messages/calendar.ts';
import { serverNow } from '@scangate/console/session/browser/server-time.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { dayIn } from './waiver-targets.ts';

const usualDays = 30;

interface UsualDayOptions {
  /** The instant that the waiver goes on from, when it is renewed. */
  after?: number;
  enabled?: boolean;
}

/** Proposes the last day of a waiver: 30 days on, or the last whole day that the policy permits. */
export const useUsualDay = ({ after = 0, enabled = true }: UsualDayOptions = {}): string => {
  const { data } = useRead('get-gate', undefined, { enabled });
  const now = serverNow();
  const usual = Math.max(now, after) + usualDays * millisecondsPerDay;
  const longest = data ? now + (data.maxWaiverDays - 1) * millisecondsPerDay : usual;
  return dayIn(Math.min(usual, longest), 0);
};
