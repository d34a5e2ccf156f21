import { escapeHtml } from './escape-html.ts';

/** The content of a mail. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** Removes control characters, so that a name cannot start a new mail header. */
export const oneLine = (text: string): string => text.replaceAll(/\p{Cc}{1,1000}/gu, ' ').trim();

/** Lays out a mail as plain text and as HTML. Everything in it is escaped. */
export const mailPage = ({
  subject,
  paragraphs,
  link,
  footer,
}: {
  subject: string;
  paragraphs: readonly string[];
  link: { label: string; text?: string; url: string } | undefined;
  footer: string;
}): MailContent => {
  const texts = [
    ...paragraphs,
    ...(link === undefined ? [] : [`${link.text ?? link.label}: ${link.url}`]),
    footer,
  ];
  const htmls = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(link === undefined ? [] : [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`]),
    `<p><small>${escapeHtml(footer)}</small></p>`,
  ];
  return {
    subject: oneLine(subject),
    text: `${texts.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${htmls.join('')}</body></html>`,
  };
};
