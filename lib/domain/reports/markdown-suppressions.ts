import type { ProposedSuppression } from '@scangate/engines/model/gate/suppressions';
import { markdownCode } from './markdown-text.ts';
import type { ReportSubject } from './report-writer.ts';
import { oneLine } from './safe-text.ts';

const maxShown = 10;

const placeOf = ({ file, line, entry }: ProposedSuppression): string =>
  `${markdownCode(oneLine(`${file}:${line}`, 160))} ${markdownCode(oneLine(entry, 160))}`;

const listOf = (summary: string, lines: readonly string[], total: number): string[] =>
  total === 0
    ? []
    : [
        '',
        `<details><summary>${summary}</summary>`,
        '',
        ...lines.slice(0, maxShown).map((line) => `- ${line}`),
        ...(total > maxShown ? [`- … and ${total - maxShown} more`] : []),
        '',
        '</details>',
      ];

/** Returns the lines about suppressions that do not count yet, and about those that suppress nothing. */
export const suppressionLines = ({ scan: { verdict } }: ReportSubject): string[] => {
  const { suppressionsProposed, suppressionsUnused, suppressionsOmitted } = verdict;
  return [
    ...listOf(
      'Suppressions in this commit, which count once merged',
      suppressionsProposed.map(placeOf),
      suppressionsProposed.length + (suppressionsOmitted?.proposed ?? 0),
    ),
    ...listOf(
      'Unused suppressions',
      suppressionsUnused.map((unused) => `${placeOf(unused)}: ${unused.reason.replaceAll('_', ' ')}`),
      suppressionsUnused.length + (suppressionsOmitted?.unused ?? 0),
    ),
  ];
};
