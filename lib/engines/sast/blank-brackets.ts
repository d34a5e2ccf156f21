import type { Language } from './rule.ts';

/** The markers that begin a line comment. */
const lineComment: Record<Language, string> = {
  javascript: '//',
  java: '//',
  go: '//',
  python: '#',
  csharp: '//',
  rust: '//',
  php: '//',
  ruby: '#',
};

const quotes = new Set(['"', "'", '`']);
const bracket = /[()[\]{}<>]/g;

/** Returns the end of the string that begins at `start`; a string in single or double quotes ends with its line. */
const stringEnd = (text: string, start: number): number => {
  const quote = text.charAt(start);
  const triple = quote.repeat(3);
  const isLong = text.startsWith(triple, start);
  const closing = isLong ? triple : quote;
  for (let at = start + closing.length; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (text.startsWith(closing, at)) return at + closing.length;
    else if (character === '\n' && !isLong && quote !== '`') return at;
  }
  return text.length;
};

/** Returns the end of the comment or string that begins at `at`; undefined when none begins there. */
const quotedEnd = (text: string, at: number, mark: string): number | undefined => {
  if (text.startsWith(mark, at)) {
    const feed = text.indexOf('\n', at);
    return feed === -1 ? text.length : feed;
  }
  if (mark === '//' && text.startsWith('/*', at)) {
    const close = text.indexOf('*/', at + 2);
    return close === -1 ? text.length : close + 2;
  }
  return quotes.has(text.charAt(at)) ? stringEnd(text, at) : undefined;
};

/**
 * Replaces the brackets in comments and strings with spaces, which keeps every offset. Such brackets nest nothing,
 * but hundreds of them would make the code around them look too deeply nested.
 */
export const blankQuotedBrackets = (text: string, language: Language): string => {
  const parts: string[] = [];
  let done = 0;
  for (let at = 0; at < text.length; at += 1) {
    const end = quotedEnd(text, at, lineComment[language]);
    if (end === undefined) continue;
    parts.push(text.slice(done, at), text.slice(at, end).replaceAll(bracket, ' '));
    done = end;
    at = Math.max(at, end - 1);
  }
  return parts.join('') + text.slice(done);
};
