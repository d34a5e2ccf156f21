import { escapeMarkup } from '@scangate/emulator-host/escape-markup';
import type { Mail } from '@scangate/emulator-aws/ses/service';

/** Matches the address of a page on this machine, up to the punctuation of the surrounding sentence. */
const localAddress = /https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?\/[\w/#%?=&;.~+-]*[\w/#=~-]/g;

/** Escapes a text, and turns addresses of this machine, such as that of an invitation, into links. */
const withLinks = (text: string): string =>
  escapeMarkup(text).replace(localAddress, (url) => `<a href="${url}" rel="noreferrer">${url}</a>`);

/** Renders the mails as a page, newest first. HTML is shown as text, so that no script of a mail runs. */
export const inboxPage = (mails: readonly Mail[]): string => {
  const shown = mails.toReversed().map(
    (mail) => `<article>
<h2>${escapeMarkup(mail.subject || '(no subject)')}</h2>
<p><b>to</b> ${escapeMarkup(mail.to.join(', '))} <b>from</b> ${escapeMarkup(mail.from)} <time>${escapeMarkup(mail.at)}</time></p>
<pre>${withLinks(mail.text || mail.html)}</pre>
</article>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Inbox</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>body{font:16px system-ui;max-width:50rem;margin:2rem auto;padding:0 1rem}
article{border-top:1px solid #ccc}pre{white-space:pre-wrap}time{color:#666}</style></head>
<body><h1>Inbox</h1>${shown.join('\n') || '<p>No mail yet.</p>'}</body></html>
`;
};
