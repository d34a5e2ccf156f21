/** One element of a list in a JSON document. `text` is absent when the element exceeds the limit. */
export interface JsonElement {
  text?: string;
}

/** Thrown when the document ended inside a value. */
export class CutOff extends Error {}

const byteOf = (character: string): number => character.charCodeAt(0);
const [quote, backslash] = [byteOf('"'), byteOf('\\')];
const [openObject, closeObject, openList, closeList] = [byteOf('{'), byteOf('}'), byteOf('['), byteOf(']')];

/** Tracks the position of a byte in a document: inside a string, or its depth. */
class Position {
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The depth of the objects that are elements: they are in a list that is a member of the document. */
  static readonly elementDepth = 3;

  /** Takes a byte. @returns what begins or ends with it. */
  take(byte: number): 'begin' | 'end' | undefined {
    if (this.#inString) {
      this.#takeInString(byte);
      return undefined;
    }
    if (byte === quote) this.#inString = true;
    else if (byte === openObject || byte === openList) {
      this.#depth += 1;
      return byte === openObject && this.#depth === Position.elementDepth ? 'begin' : undefined;
    } else if (byte === closeObject || byte === closeList) {
      this.#depth -= 1;
      return byte === closeObject && this.#depth === Position.elementDepth - 1 ? 'end' : undefined;
    }
    return undefined;
  }

  #takeInString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) this.#inString = false;
  }

  get isComplete(): boolean {
    return this.#depth === 0 && !this.#inString;
  }
}

/**
 * Splits the objects out of the lists of a JSON document, as in `{"vulnerabilities": [{…}, {…}]}`, and holds at most
 * one of them. The text between them is not checked.
 * @throws CutOff when the document ends early.
 */
export async function* elementsOf(
  chunks: AsyncIterable<Uint8Array>,
  longestElementBytes: number,
): AsyncGenerator<JsonElement> {
  const position = new Position();
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const hold = (part: Uint8Array): void => {
    heldBytes += part.length;
    if (heldBytes <= longestElementBytes) held.push(part);
    else held = [];
  };
  let isInside = false;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const event = position.take(chunk[at] ?? 0);
      if (event === 'begin') [from, isInside] = [at, true];
      else if (event === 'end' && isInside) {
        hold(chunk.subarray(from, at + 1));
        const isTooLong = heldBytes > longestElementBytes;
        yield isTooLong ? {} : { text: Buffer.concat(held).toString() };
        [held, heldBytes, isInside] = [[], 0, false];
      }
    }
    // The chunk may be reused by its stream.
    if (isInside) hold(Uint8Array.from(chunk.subarray(from)));
  }
  if (!position.isComplete) throw new CutOff('the document ends early');
}
