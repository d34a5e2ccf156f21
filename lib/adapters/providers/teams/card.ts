import type { ChatMessage } from '@scangate/domain/integrations/chat/chat-message';

/** Teams refuses messages of more than 28 KB. */
const mostBytes = 28 * 1024;
const longestTitle = 600;
const longestLine = 3_000;

const within = (text: string, longest: number): string => {
  const whole = text.toWellFormed();
  return whole.length > longest ? `${whole.slice(0, longest - 1).toWellFormed()}…` : whole;
};

/** Text runs know no Markdown; a text block would. Mentions need an entity, which no message has. */
const run = (text: string, isBold = false) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...(isBold && { weight: 'Bolder' }) }],
});

const cardOf = ({ title, lines, link }: ChatMessage) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          run(within(title, longestTitle), true),
          ...lines.filter((line) => line !== '').map((line) => run(within(line, longestLine))),
        ],
        ...(link && { actions: [{ type: 'Action.OpenUrl', title: link.text, url: link.url }] }),
      },
    },
  ],
});

/** Renders a message as an Adaptive Card that Teams accepts: lines that do not fit are counted in its last one. */
export const teamsCard = (message: ChatMessage) => {
  const fits = (card: object): boolean => Buffer.byteLength(JSON.stringify(card)) <= mostBytes;
  for (let kept = message.lines.length; kept > 0; kept -= 1) {
    const left = message.lines.length - kept;
    const more = left > 0 ? [`… and ${left} more lines`] : [];
    const card = cardOf({ ...message, lines: [...message.lines.slice(0, kept), ...more] });
    if (fits(card)) return card;
  }
  return cardOf({ ...message, lines: [] });
};
