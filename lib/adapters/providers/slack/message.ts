import type { ChatMessage } from '@scangate/domain/integrations/chat/chat-message';

/** Slack cuts a text of a block at 3,000 characters, after escaping. */
const longestBlockText = 3_000;
const longestTitle = 600;
const mostSections = 10;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Escapes the three characters that start everything that Slack interprets: links, and mentions of people, of
 * channels and of everybody.
 */
const escape = (text: string): string =>
  text.toWellFormed().replace(/[&<>]/g, (sign) => entities[sign] ?? sign);

/** Cuts before escaping, so that no entity is cut. */
const escapedWithin = (text: string, longest: number): string => {
  const escaped = escape(text);
  if (escaped.length <= longest) return escaped;
  let [kept, length] = ['', 0];
  for (const character of text.toWellFormed()) {
    const next = escape(character);
    if (length + next.length > longest - 1) break;
    kept += next;
    length += next.length;
  }
  return `${kept}…`;
};

/** Plain text: no Markdown, no emoji codes, no mention. */
const plain = (text: string) =>
  ({ type: 'section', text: { type: 'plain_text', text, emoji: false } }) as const;

/** Puts lines into as few sections as possible. */
const sectionsOf = (lines: readonly string[]) => {
  const texts: string[] = [];
  for (const line of lines) {
    const text = escapedWithin(line, longestBlockText);
    const joined = texts.length === 0 ? undefined : `${texts.at(-1)}\n${text}`;
    if (joined !== undefined && joined.length <= longestBlockText) texts[texts.length - 1] = joined;
    else if (text !== '') texts.push(text);
  }
  return texts.slice(0, mostSections).map(plain);
};

/** Renders a message for Slack. Untrusted text is plain text; Markdown is only around our own link. */
export const slackMessage = ({ title, lines, link }: ChatMessage) => {
  const head = escapedWithin(title, longestTitle);
  return {
    text: head,
    mrkdwn: false,
    blocks: [
      plain(head),
      ...sectionsOf(lines),
      ...(link
        ? [
            {
              type: 'context',
              elements: [{ type: 'mrkdwn', text: `<${escape(link.url)}|${escape(link.text)}>` }],
            } as const,
          ]
        : []),
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
};
