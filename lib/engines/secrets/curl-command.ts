const longestCommand = 400;

/** The command so far, over lines that end with a backslash. */
const commandBefore = (text: string, at: number): string => {
  const before = text.slice(Math.max(0, at - longestCommand), at);
  const lines = before.split('\n');
  let first = lines.length - 1;
  while (first > 0 && /\\\r?$/.test(lines[first - 1] ?? '')) first -= 1;
  return lines.slice(first).join(' ');
};

/** Whether an option stands on the command line of curl or a program that takes the same options. */
export const isOptionOfCurl = (text: string, at: number): boolean =>
  /\b(?:curl|wget|https?)\b/.test(commandBefore(text, at));
