import { markdownProse } from '@scangate/domain/reports/markdown-text';
import type { CheckConclusion, CheckResult } from './judge-check.ts';

/** Marks the service's single comment. It is in the first line; a copy of it elsewhere means nothing. */
export const commentMarker = '<!-- scangate:verdict -->';

const cutLine = '… The rest is cut: see the findings of the scan.';

/** Counts the lines that begin with a tag. Untrusted text begins no line with a tag. */
const linesWith = (text: string, beginning: string): number =>
  text.split('\n').filter((line) => line.startsWith(beginning)).length;

/** Cuts a report to the limit of a host at the end of a line, and closes elements that the cut left open. */
export const fitMarkdown = (text: string, room: number): string => {
  if (text.length <= room) return text;
  const ending = `\n\n</details>\n\n${cutLine}`;
  const cut = text.slice(0, Math.max(0, room - ending.length));
  const whole = cut.slice(0, Math.max(0, cut.lastIndexOf('\n')));
  const isOpen = linesWith(whole, '<details>') > linesWith(whole, '</details>');
  return isOpen ? `${whole}${ending}` : `${whole}\n\n${cutLine}`;
};

/**
 * The report for hosts that show HTML as text: folded parts are expanded. Untrusted text never begins a line with a
 * tag.
 */
export const withoutHtml = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line !== '</details>')
    .map((line) => line.replace(/^<details><summary>(.*)<\/summary>$/, '**$1**'))
    .map((line) => line.replace(/^<sub>(.*)<\/sub>$/, '$1'))
    .join('\n');

const marks: Readonly<Record<CheckConclusion, string>> = {
  success: '✅',
  failure: '❌',
  neutral: '⚪',
  error: '⚠️',
  cancelled: '⚠️',
};

/** The room for the marker, in whatever markup, and the end of its line. */
const markerRoom = 100;

/** The text of a comment: the result of the check before the report, whose heading is the verdict on all findings. */
export const commentText = ({ conclusion, title }: CheckResult, report: string, room: number): string =>
  fitMarkdown(`${marks[conclusion]} Check: **${markdownProse(title)}**\n\n${report}`, room - markerRoom);
