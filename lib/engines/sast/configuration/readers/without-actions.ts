/** A Helm chart that can be read as YAML. */
export interface PlainChart {
  text: string;
  /** Tells whether values of the chart decide if the part of an object at this offset is present. */
  isConditional: (offset: number) => boolean;
}

/** Returns the offset after an action; a comment in it may hold braces. */
const actionEnd = (text: string, open: number): number => {
  const isComment = /^\{\{-?\s{0,9}\/\*/.test(text.slice(open, open + 20));
  const from = isComment ? text.indexOf('*/', open) : open;
  const closed = from === -1 ? -1 : text.indexOf('}}', from);
  return closed === -1 ? -1 : closed + 2;
};

const opens = /^\{\{-?\s{0,9}(?:if|range|with|define|block)\b/;
const closes = /^\{\{-?\s{0,9}end\b/;

/** An action that writes no value in its line: a condition, a comment, or text that begins in the next line. */
const isSilent = (action: string): boolean =>
  action.includes('\n') ||
  action.includes('indent') ||
  opens.test(action) ||
  /^\{\{-?\s{0,9}(?:else|end|\/\*|\$\w{1,100}\s{0,9}:?=)/.test(action);

/** Replaces an action with spaces, or with a value that is only known at run time. */
const replaced = (action: string): string =>
  isSilent(action) ? action.replaceAll(/[^\r\n]/g, ' ') : `$${'x'.repeat(action.length - 1)}`;

const isNothing = (line: string): boolean => line.replaceAll(/\$x{3,}/g, '').trim() === '';

/** Follows the blocks of a chart. A block around a whole object decides nothing within the object. */
class Conditions {
  #hasContent = false;
  #open: boolean[] = [];
  #inForce = 0;
  /** The lines where a part of an object may be missing, counted from 0. */
  readonly lines = new Set<number>();

  plain(text: string): void {
    const separator = text.lastIndexOf('\n---');
    if (separator !== -1) this.#hasContent = false;
    if (text.slice(separator === -1 ? 0 : separator + 4).trim() !== '') this.#hasContent = true;
  }

  action(action: string): void {
    if (opens.test(action)) {
      this.#open.push(this.#hasContent);
      if (this.#hasContent) this.#inForce += 1;
    } else if (closes.test(action) && this.#open.pop()) this.#inForce -= 1;
  }

  /**
   * Advances to a line.
   * @returns that line
   */
  line(from: number, to: number): number {
    if (this.#inForce > 0) for (let line = from; line <= to; line += 1) this.lines.add(line);
    return to;
  }
}

const breaksIn = (text: string): number => text.split('\n').length - 1;

/**
 * Removes the actions (`{{ … }}`) of a Helm chart, so that the rest can be read as YAML. The rest keeps its lines
 * and columns; lines that hold only actions become empty.
 */
export const withoutActions = (text: string): PlainChart => {
  const conditions = new Conditions();
  let result = '';
  let at = 0;
  let line = 0;
  for (let open = text.indexOf('{{'); open !== -1; open = text.indexOf('{{', at)) {
    const end = actionEnd(text, open);
    if (end === -1) break;
    const [before, action] = [text.slice(at, open), text.slice(open, end)];
    line = conditions.line(line, line + breaksIn(before));
    conditions.plain(before);
    conditions.action(action);
    line += breaksIn(action);
    result += before + replaced(action);
    at = end;
  }
  const lines = (result + text.slice(at)).split('\n').map((each) => (isNothing(each) ? '' : each));
  const starts = new Set<number>();
  let start = 0;
  for (const [number, each] of lines.entries()) {
    if (conditions.lines.has(number)) starts.add(start);
    start += each.length + 1;
  }
  const plain = lines.join('\n');
  return {
    text: plain,
    isConditional: (offset) => starts.has(plain.lastIndexOf('\n', offset - 1) + 1),
  };
};
