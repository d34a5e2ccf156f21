import * as z from 'zod';

const mark = z.union([
  z.strictObject({ type: z.enum(['code', 'strong', 'em']) }),
  z.strictObject({ type: z.literal('link'), attrs: z.strictObject({ href: z.url() }) }),
]);
const text = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1),
  marks: z.array(mark).optional(),
});
const paragraph = z.strictObject({ type: z.literal('paragraph'), content: z.array(text) });
const listItem = z.strictObject({ type: z.literal('listItem'), content: z.array(paragraph).min(1) });
const bulletList = z.strictObject({ type: z.literal('bulletList'), content: z.array(listItem).min(1) });

const longestText = 32_767;

/** The part of the Atlassian Document Format that the emulator accepts; anything else is refused. */
export const adfDocument = z
  .strictObject({
    type: z.literal('doc'),
    version: z.literal(1),
    content: z.array(z.union([paragraph, bulletList])),
  })
  .refine((document) => JSON.stringify(document.content).length < 4 * longestText, 'CONTENT_LIMIT_EXCEEDED')
  .refine((document) => textOf(document).length <= longestText, 'CONTENT_LIMIT_EXCEEDED');

/** The text of a document, with a line for each paragraph. */
export const textOf = (node: unknown): string => {
  const { type, text: own, content = [] } = node as { type?: string; text?: string; content?: unknown[] };
  const inner = content.map(textOf).join('');
  return `${own ?? ''}${inner}${type === 'paragraph' ? '\n' : ''}`;
};
