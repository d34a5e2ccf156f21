import { escapeHtml } from '@scangate/domain/mail/escape-html';
import type { Problem } from '@scangate/domain/problem';

export const pageType = 'text/html; charset=utf-8';

const page = ({ title, head = '', body }: { title: string; head?: string; body: string }): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Scangate</title>
${head}</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;

/** Explains what failed and what to do. It needs no script, and its links point to this origin. */
export const problemPage = ({ title, code, members: { detail } }: Problem, requestId: string): string =>
  page({
    title,
    body: `${detail === undefined ? '' : `<p>${escapeHtml(detail)}</p>\n`}<p><a href="/v1/session/start">Sign in again</a></p>
<p>Code: <code>${code}</code>. Request: <code>${escapeHtml(requestId)}</code>.</p>`,
  });

/**
 * Moves on to a page of the console. It is a page and not a redirect: at the end of a chain of redirects that began on
 * another site, a browser would not send the cookie that this answer sets.
 */
export const moveOnPage = (returnTo: string): string =>
  page({
    title: 'You are signed in',
    head: `<meta http-equiv="refresh" content="0; url=${escapeHtml(returnTo)}">\n`,
    body: `<p><a href="${escapeHtml(returnTo)}">Continue</a></p>`,
  });
