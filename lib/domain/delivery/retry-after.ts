import type { Instant } from '../records.ts';

const seconds = /^\d{1,20}$/;
const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Parses the header `Retry-After` (RFC 9110, 10.2.3): seconds, or a date. A date in the past means no delay.
 * @returns undefined for anything else, as if the header were absent.
 */
export const readRetryAfter = (header: string | null | undefined, now: Instant): number | undefined => {
  const text = header?.trim() ?? '';
  if (seconds.test(text)) return Number(text);
  if (!date.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.parse(now)) / 1000));
};
