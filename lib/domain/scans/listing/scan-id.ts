import type { Instant } from '@scangate/domain/records';

/**
 * Returns the beginning of the ids of scans that were created at an instant (RFC 9562, version 7). Every id from
 * then on sorts after it, and every earlier one before it.
 */
export const scanIdFrom = (instant: Instant): string => {
  const hex = Date.parse(instant).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-`;
};
