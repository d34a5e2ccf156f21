/** Returns the offset behind an action; a comment in one may hold braces. */
const actionEnd = (text: string, open: number): number => {
  const isComment = /^\{\{-?\s{0,9}\/\*/.test(text.slice(open, open + 20));
  const from = isComment ? text.indexOf('*/', open) : open;
  const closed = from === -1 ? -1 : text.indexOf('}}', from);
  return closed === -1 ? -1 : closed + 2;
};

/**
 * Replaces the actions (`{{ … }}`) of a Helm chart, so that the rest can be read as YAML: one that has a line for itself
 * by spaces, any other by a value that only a run knows. Offsets stay.
 */
export const withoutActions = (text: string): string => {
  let result = '';
  let at = 0;
  for (let open = text.indexOf('{{'); open !== -1; open = text.indexOf('{{', at)) {
    const end = actionEnd(text, open);
    if (end === -1) break;
    const lineStart = text.lastIndexOf('\n', open) + 1;
    const feed = text.indexOf('\n', end);
    const before = text.slice(Math.max(at, lineStart), open);
    const isAlone = before.trim() === '' && text.slice(end, feed === -1 ? text.length : feed).trim() === '';
    const action = text.slice(open, end);
    const blanked = action.replaceAll(/[^\r\n]/g, ' ');
    const isOneLine = blanked.length > 0 && !blanked.includes('\n');
    result += text.slice(at, open) + (isAlone || !isOneLine ? blanked : `$${'x'.repeat(action.length - 1)}`);
    at = end;
  }
  return result + text.slice(at);
};
