import * as z from 'zod';

const textRun = z.strictObject({
  type: z.literal('TextRun'),
  text: z.string(),
  weight: z.enum(['Default', 'Lighter', 'Bolder']).optional(),
  isSubtle: z.boolean().optional(),
});

const cardElement = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('RichTextBlock'),
    inlines: z.array(textRun).min(1),
    separator: z.boolean().optional(),
    spacing: z.enum(['None', 'Small', 'Default', 'Medium', 'Large']).optional(),
  }),
  z.strictObject({
    type: z.literal('TextBlock'),
    text: z.string(),
    wrap: z.boolean().optional(),
    weight: z.enum(['Default', 'Lighter', 'Bolder']).optional(),
  }),
]);

const card = z.strictObject({
  $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
  type: z.literal('AdaptiveCard'),
  version: z.enum(['1.2', '1.3', '1.4', '1.5']),
  body: z.array(cardElement).min(1),
  actions: z
    .array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.url() }))
    .optional(),
  fallbackText: z.string().optional(),
  msteams: z.strictObject({ width: z.literal('Full').optional() }).optional(),
});

/** The message that a workflow with the webhook trigger accepts. */
export const cardMessage = z.strictObject({
  type: z.literal('message'),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: z.null(),
        content: card,
      }),
    )
    .length(1),
});
export type CardMessage = z.infer<typeof cardMessage>;
