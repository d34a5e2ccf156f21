const letters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f' };

const unescape = (text: string): string =>
  text.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|([^]))/g, (_all, code?: string, letter = '') =>
    code === undefined ? (letters[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Whether a line ends in an odd number of backslashes, so that it continues on the next one. */
const goesOn = (line: string): boolean => (/\\*$/.exec(line)?.[0].length ?? 0) % 2 === 1;

const logicalLines = (text: string): string[] => {
  const lines: string[] = [];
  let open = '';
  for (const line of text.split(/\r\n|\r|\n/)) {
    const trimmed = line.replace(/^[ \t\f]+/, '');
    if (open === '' && /^(?:[#!]|$)/.test(trimmed)) continue;
    if (goesOn(line)) {
      open += trimmed.slice(0, -1);
      continue;
    }
    lines.push(open + trimmed);
    open = '';
  }
  return open === '' ? lines : [...lines, open];
};

/** A key ends at the first `=`, `:` or white space that no backslash escapes. */
const entry = /^(?<key>(?:\\[^]|[^\\=: \t\f])*)[ \t\f]*[=:]?[ \t\f]*(?<value>[^]*)$/;

/** Parses a file of Java properties. The last value of a key counts. */
export const parseProperties = (text: string): Map<string, string> =>
  new Map(
    logicalLines(text).flatMap((line) => {
      const { key, value = '' } = entry.exec(line)?.groups ?? {};
      return key === undefined ? [] : [[unescape(key), unescape(value)] as const];
    }),
  );
