import { counted } from '../reports/safe-text.ts';
import type { Verdict } from '../verdict/verdict.ts';

/** The possible results of looking for changes of dependencies that make a scan pass. */
export const changeResults = ['not_needed', 'sufficient', 'insufficient', 'not_judged'] as const;

/** The result of looking for the smallest change, with a sentence. */
export interface DescribedChange {
  result: (typeof changeResults)[number];
  text: string;
}

/** The results without a search. */
export const noChange = {
  ended: { result: 'not_judged', text: 'The scan has no judgment: it failed or was canceled.' },
  passing: { result: 'not_needed', text: 'The scan passes as it is.' },
} as const satisfies Record<string, DescribedChange>;

/** Describes the smallest changes that were found, and their effect. */
export const describeChange = (
  changes: readonly { action: 'upgrade' | 'remove' }[],
  { verdict, reasons }: Pick<Verdict, 'verdict' | 'reasons'>,
): DescribedChange => {
  const removals = changes.filter(({ action }) => action === 'remove').length;
  const upgrades = changes.length - removals;
  const parts = [
    ...(upgrades > 0 ? [counted(upgrades, 'upgrade')] : []),
    ...(removals > 0 ? [counted(removals, 'removal')] : []),
  ].join(' and ');
  if (verdict === 'PASS')
    return parts === ''
      ? { result: 'not_needed', text: 'With current advisories the scan passes without a change.' }
      : { result: 'sufficient', text: `The scan passes after ${parts}.` };
  const after = parts === '' ? '' : ` After ${parts} it still fails:`;
  return {
    result: 'insufficient',
    text: `Dependency changes alone are not enough.${after} ${reasons.join(', ')}.`,
  };
};
