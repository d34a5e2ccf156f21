import { createHash } from 'node:crypto';
import { escapeHtml } from '@scangate/domain/mail/escape-html';
import { oneLine } from '../safe-text.ts';
import { firstThatFit } from '../shown/report-texts.ts';

/** Writes untrusted text as one visible line of content or of an attribute. */
export const htmlText = (text: string, maxLength?: number): string => escapeHtml(oneLine(text, maxLength));

/** Shows untrusted text as code; nothing for an empty one. */
export const htmlCode = (text: string, maxLength?: number): string =>
  text === '' ? '' : `<code>${htmlText(text, maxLength)}</code>`;

export interface HtmlTable {
  head: readonly string[];
  rows: readonly string[];
}

/** Writes a row of cells that are already HTML. */
export const htmlRow = (cells: readonly string[], className = ''): string => {
  const mark = className === '' ? '' : ` class="${className}"`;
  return `<tr${mark}>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`;
};

/** Writes a table of cells that are already escaped. */
export const htmlTable = ({ head, rows }: HtmlTable): string =>
  `<table>\n<thead><tr>${head.map((name) => `<th>${name}</th>`).join('')}</tr></thead>\n<tbody>\n${rows.join('')}</tbody>\n</table>\n`;

/** Writes a section of escaped content; nothing for empty content. */
export const htmlSection = (title: string, content: string): string =>
  content === '' ? '' : `<section>\n<h2>${title}</h2>\n${content}</section>\n`;

/** Returns the first rows, as many as fit into a number of bytes. */
export const fittingRows = (rows: readonly string[], maxBytes: number): string[] =>
  firstThatFit(rows, maxBytes, (row) => Buffer.byteLength(row));

/** States how many are not shown; nothing when all are. */
export const moreOf = (found: number, shown: number): string =>
  found > shown ? `<p>… and ${found - shown} more: see the files beside this page.</p>\n` : '';

const style = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid #767676; padding: .25rem .5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
tr.failing td:first-child { font-weight: bold; }
code { overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; } tr { break-inside: avoid; } }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** The page loads nothing, runs nothing and sends nothing. */
const contentPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

/**
 * Begins a self-contained page.
 * @param title is text, and `body` HTML.
 */
export const htmlHead = (title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(title, 200)}</title>
<style>${style}</style>
</head>
<body>
<main>
`;
export const htmlTail = '</main>\n</body>\n</html>\n';
