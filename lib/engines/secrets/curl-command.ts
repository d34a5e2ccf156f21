const longestCommand = 400;

/** Returns the command before an offset, across lines that end with a backslash. */
const commandBefore = (text: string, at: number): string => {
  const before = text.slice(Math.max(0, at - longestCommand), at);
  const lines = before.split('\n');
  let first = lines.length - 1;
  while (first > 0 && /\\\r?$/.test(lines[first - 1] ?? '')) first -= 1;
  return lines.slice(first).join(' ');
};

/** Returns whether an option belongs to curl or a program with the same options. */
export const isOptionOfCurl = (text: string, at: number): boolean =>
  /\b(?:curl|wget|https?)\b/.test(commandBefore(text, at));
