import type { Finding } from '@scangate/engines/model/finding';

/** The reason why a finding does not count: its suppression, or the organization's waiver with its details. */
export interface Tolerance {
  kind: 'suppressed' | 'waived';
  /** The text for people, unescaped. */
  text: string;
}

/** Returns why a finding does not count; undefined for one that does. A waiver is more specific than a suppression. */
export const toleranceOf = ({
  suppressed,
  waived,
}: Pick<Finding, 'suppressed' | 'waived'>): Tolerance | undefined => {
  if (waived) {
    const { waiverId, reason, approvedBy, expiresAt } = waived;
    const text = `waived until ${expiresAt} by ${approvedBy} (waiver ${waiverId}): ${reason}`;
    return { kind: 'waived', text };
  }
  if (!suppressed) return undefined;
  return { kind: 'suppressed', text: `suppressed by ${suppressed.by}: ${suppressed.reason}` };
};
