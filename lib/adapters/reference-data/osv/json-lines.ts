/** One line of a text, numbered from 1. `text` is absent when the line exceeds the limit. */
export interface Line {
  number: number;
  text?: string;
}

const [newline = 0] = Buffer.from('\n');

/** Splits a stream of bytes into lines and holds at most one of them. Empty lines are skipped. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  longestLineBytes: number,
): AsyncGenerator<Line> {
  let number = 1;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const take = (part: Uint8Array): void => {
    heldBytes += part.length;
    if (heldBytes <= longestLineBytes) held.push(part);
    else held = [];
  };
  const line = (): Line | undefined => {
    const text = Buffer.concat(held).toString().trim();
    const tooLong = heldBytes > longestLineBytes;
    held = [];
    heldBytes = 0;
    if (tooLong) return { number };
    return text === '' ? undefined : { number, text };
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      take(chunk.subarray(from, at));
      const complete = line();
      if (complete) yield complete;
      number += 1;
      from = at + 1;
    }
    take(chunk.subarray(from));
  }
  const last = line();
  if (last) yield last;
}
