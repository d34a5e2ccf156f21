const nameCharacter = /[\w$]/;
const nameStart = /[A-Za-z_$]/;
/** A variable in an interpolated string: `${name`, `{name`. */
const interpolated = /(?<open>\{ ?)(?<name>[A-Za-z_$][\w$]{0,100})/g;

const nameEnd = (code: string, from: number): number => {
  let end = from;
  while (end < code.length && nameCharacter.test(code[end] ?? '')) end += 1;
  return end;
};

/** Returns the end of the string that begins with a quote; an unclosed string ends with the code. */
const textEnd = (code: string, from: number): number => {
  const quote = code[from];
  let end = from + 1;
  while (end < code.length && code[end] !== quote) end += code[end] === '\\' ? 2 : 1;
  return Math.min(end + 1, code.length);
};

/** Tells whether a name is that of a member or a called function, which say what the code does. */
const isTelling = (code: string, start: number, end: number): boolean =>
  code[start - 1] === '.' || code[end] === '(' || (code[end] === ' ' && code[end + 1] === '(');

/**
 * Replaces the variables in a piece of code by numbers in their order, so that renaming them changes nothing.
 * Members, called functions and strings are kept.
 */
export const withoutNames = (code: string): string => {
  const order = new Map<string, string>();
  const placeholder = (name: string): string => {
    const known = order.get(name) ?? `$${order.size + 1}`;
    order.set(name, known);
    return known;
  };
  let result = '';
  for (let at = 0; at < code.length;) {
    const character = code[at] ?? '';
    const isText = /["'`]/.test(character);
    const isName = nameStart.test(character);
    const wordEnd = nameCharacter.test(character) ? nameEnd(code, at) : at + 1;
    const end = isText ? textEnd(code, at) : wordEnd;
    const part = code.slice(at, end);
    if (isText)
      result += part.replaceAll(interpolated, (_, open: string, name: string) => open + placeholder(name));
    else result += isName && !isTelling(code, at, end) ? placeholder(part) : part;
    at = end;
  }
  return result;
};

const functionMark = /\bfunction\b|\bfunc\b|=>|->/;

/** Returns the beginning of the parameters before the arrow of a function. */
const parametersStart = (code: string, arrow: number): number => {
  if (code[arrow - 1] === ')') return Math.max(0, code.lastIndexOf('(', arrow));
  let start = arrow;
  while (start > 0 && nameCharacter.test(code[start - 1] ?? '')) start -= 1;
  return start;
};

/** Cuts code before the first function in it: the content of a callback is reported on its own. */
export const withoutCallbacks = (code: string): string => {
  const mark = code.search(functionMark);
  if (mark < 0) return code;
  const start = code[mark] === 'f' ? mark : parametersStart(code, mark);
  return `${code.slice(0, start)}=>`;
};
