import { markdownCode, markdownProse } from './markdown-text.ts';
import { oneLine } from './safe-text.ts';
import type { ReportSubject } from './report-writer.ts';
import { gapsOf, type Gap } from './shown/coverage-gaps.ts';

const maxGaps = 20;

const lineOf = ({ entry: { scanType, status }, reason, file, count, units }: Gap): string => {
  const [first = '', ...more] = units;
  const where = file === undefined ? '' : `: ${markdownCode(oneLine(file, 160))}`;
  const times = count > units.length ? ` (${count} times)` : '';
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return `- ${scanType} (${status}) of ${markdownCode(oneLine(first, 160))}${others}: ${markdownProse(oneLine(reason, 200))}${where}${times}`;
};

/** Returns the lines about missing coverage, the worst first: a scan without findings is not necessarily clean. */
export const coverageLines = (subject: ReportSubject): string[] => {
  const gaps = gapsOf(subject);
  if (gaps.length === 0) return [];
  const more = gaps.length - maxGaps;
  return [
    '',
    '<details><summary>What was not assessed</summary>',
    '',
    ...gaps.slice(0, maxGaps).map(lineOf),
    ...(more > 0 ? [`- … and ${more} more`] : []),
    '',
    '</details>',
  ];
};
