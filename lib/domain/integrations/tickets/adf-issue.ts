import { oneLine } from '@scangate/domain/reports/safe-text';
import type { IssueBlock, IssuePart, IssueText } from './issue-text.ts';

/** A node of the Atlassian Document Format. */
export interface AdfNode {
  type: string;
  version?: number;
  text?: string;
  marks?: { type: string; attrs?: Record<string, string> }[];
  content?: AdfNode[];
}

/** Text nodes are never parsed, so that nothing in them is markup or a mention; an empty one is refused. */
const part = (piece: IssuePart): AdfNode[] => {
  if ('code' in piece) {
    const text = oneLine(piece.code);
    return text === '' ? [] : [{ type: 'text', text, marks: [{ type: 'code' }] }];
  }
  if (piece.text === '') return [];
  if (!('link' in piece)) return [{ type: 'text', text: piece.text }];
  return [{ type: 'text', text: piece.text, marks: [{ type: 'link', attrs: { href: piece.link } }] }];
};

const paragraph = (pieces: readonly IssuePart[]): AdfNode => ({
  type: 'paragraph',
  content: pieces.flatMap(part),
});

const block = (one: IssueBlock): AdfNode =>
  'paragraph' in one
    ? paragraph(one.paragraph)
    : {
        type: 'bulletList',
        content: one.list.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
      };

/** Writes the content of an issue as a document; its last paragraph is the marker. */
export const adfIssue = ({ blocks, marker }: IssueText): AdfNode => ({
  type: 'doc',
  version: 1,
  content: [...blocks.map(block), paragraph([{ code: marker }])],
});

/** Whether a document ends in the marker, as the service writes it. */
export const adfEndsInMarker = (document: AdfNode | null | undefined, marker: string): boolean => {
  const last = document?.content?.at(-1);
  return last?.type === 'paragraph' && last.content?.length === 1 && last.content[0]?.text === marker;
};
