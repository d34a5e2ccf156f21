/** The byte that ends a line. */
export const lineFeed = 0x0a;

/** Finds the lines of a file by offset; numbers count from 1. */
export interface LineIndex {
  numberAt(offset: number): number;
  /** Returns the offsets of the first character of a line and of its line feed (or the end of the text). */
  bounds(line: number): { start: number; end: number };
}

export const createLineIndex = (text: string): LineIndex => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    numberAt: (offset) => {
      let low = 0;
      let high = starts.length;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (starts[middle]! <= offset) low = middle;
        else high = middle;
      }
      return low + 1;
    },
    bounds: (line) => {
      const next = starts[line];
      return { start: starts[line - 1] ?? text.length, end: next === undefined ? text.length : next - 1 };
    },
  };
};
