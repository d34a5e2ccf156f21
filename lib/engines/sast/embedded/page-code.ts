import { createLineIndex } from '@scangate/engines/source-files/line-index';
import type { PlaceIn } from '../hit-findings.ts';

/** The code of a page as a text in its language. */
export interface EmbeddedCode {
  text: string;
  /** Translates a place in the text to the page. */
  placeIn: PlaceIn;
  /** Whether some code of the page was not taken. */
  isPartial: boolean;
}

/** A piece of the code; one that is not in the page has no length there. */
interface Piece {
  inCode: number;
  inPage: number;
  length: number;
}

const pieceAt = (pieces: readonly Piece[], offset: number): Piece | undefined => {
  let [low, high] = [0, pieces.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const piece = pieces[middle]!;
    if (piece.inCode <= offset && (pieces[middle + 1]?.inCode ?? Infinity) > offset) return piece;
    if (piece.inCode > offset) high = middle - 1;
    else low = middle + 1;
  }
  return undefined;
};

/** Assembles the code of a page from its pieces and code around them, in any order. */
export class PageCode {
  readonly #page: string;
  readonly #pieces: Piece[] = [];
  readonly #texts: string[] = [];
  #length = 0;

  constructor(page: string) {
    this.#page = page;
  }

  #push(text: string, inPage: number, length: number): this {
    this.#pieces.push({ inCode: this.#length, inPage, length });
    this.#texts.push(text);
    this.#length += text.length;
    return this;
  }

  /** Adds code that is not in the page; its place is an offset of the page. */
  add(code: string, at: number): this {
    return this.#push(code, at, 0);
  }

  /** Adds a piece of the page. */
  take(from: number, to: number): this {
    return to > from ? this.#push(this.#page.slice(from, to), from, to - from) : this;
  }

  /** Adds other code of the same page. */
  append(other: PageCode): this {
    const before = this.#length;
    for (const piece of other.#pieces) this.#pieces.push({ ...piece, inCode: before + piece.inCode });
    for (const text of other.#texts) this.#texts.push(text);
    this.#length += other.#length;
    return this;
  }

  embedded(isPartial = false): EmbeddedCode {
    const lines = createLineIndex(this.#page);
    return {
      text: this.#texts.join(''),
      isPartial,
      placeIn: ({ start: inCode }) => {
        const piece = pieceAt(this.#pieces, inCode);
        const start = piece ? piece.inPage + Math.min(piece.length, inCode - piece.inCode) : 0;
        const line = lines.numberAt(start);
        return { line, column: start - lines.bounds(line).start + 1, start };
      },
    };
  }
}

/** Returns the code of a page whose offsets are those of the page. */
export const sameOffsets = (text: string): EmbeddedCode => ({
  text,
  placeIn: (place) => place,
  isPartial: false,
});
