import { markdownCode, markdownLink } from '@scangate/domain/reports/markdown-text';
import { safeHttpUrl } from '@scangate/domain/reports/safe-text';
import type { IssueBlock, IssuePart, IssueText } from './issue-text.ts';

const part = (piece: IssuePart): string => {
  if ('code' in piece) return markdownCode(piece.code);
  return 'link' in piece ? markdownLink(piece.text, safeHttpUrl(piece.link)) : piece.text;
};

const line = (pieces: readonly IssuePart[]): string => pieces.map(part).join('');

const block = (one: IssueBlock): string =>
  'paragraph' in one ? line(one.paragraph) : one.list.map((item) => `- ${line(item)}`).join('\n');

/**
 * The last line of a description. Untrusted text is always code within a line of other text, so it is never alone in
 * one.
 */
const markerLine = (marker: string): string => `\`${marker}\``;

/** Writes the content of an issue as Markdown, in which untrusted text is code: no markup, no mention, no command. */
export const markdownIssue = ({ blocks, marker }: IssueText): string =>
  [...blocks.map(block), markerLine(marker)].join('\n\n');

/** Whether a description ends in the marker, as the service writes it. */
export const endsInMarker = (description: string | null | undefined, marker: string): boolean =>
  (description ?? '').trimEnd().split(/\r?\n/).at(-1) === markerLine(marker);
