/** A line of CSV with its cells, and the line of the file where it begins. A damaged line has no cells. */
export interface CsvLine {
  line: number;
  cells?: string[];
  /** The kind of damage. */
  damage?: string;
}

/** More than any row of a ledger, so that an unclosed quote does not read the whole file into memory. */
const maxRowLength = 64 * 1024;

interface ParsedRow {
  cells: string[];
  /** The offset of the next row. */
  end: number;
}

/**
 * Parses a quoted cell, starting at its opening quote.
 * @returns undefined when it is not closed within the text.
 */
const quotedCell = (text: string, start: number): { cell: string; end: number } | undefined => {
  let [cell, from] = ['', start + 1];
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return undefined;
    cell += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    from = quote + 2;
  }
};

/**
 * Parses a row with quotes.
 * @param isLast whether no more text follows.
 * @returns the damage, or `more` when the end of the row is not in the text yet.
 */
const parseQuoted = (text: string, isLast: boolean): ParsedRow | string | 'more' => {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] === '"') {
      const found = quotedCell(text, at);
      // A quote at the very end may be the first of two.
      if (!found || (found.end === text.length && !isLast)) return isLast ? 'a quote is not closed' : 'more';
      cells.push(found.cell);
      at = found.end;
    } else {
      const end = /[,\r\n"]/.exec(text.slice(at));
      if (!end && !isLast) return 'more';
      cells.push(text.slice(at, end ? at + end.index : undefined));
      at = end ? at + end.index : text.length;
    }
    if (text[at] === ',') at++;
    else if (at === text.length) return { cells, end: at };
    else if (text[at] === '\n') return { cells, end: at + 1 };
    else if (text[at] === '\r' && at + 1 === text.length && !isLast) return 'more';
    else if (text[at] === '\r' && text[at + 1] === '\n') return { cells, end: at + 2 };
    else return 'its quotes are not those of CSV';
  }
};

/** Parses the usual kind of row, which has no quotes and is one line. */
const parsePlain = (text: string, newline: number): ParsedRow => ({
  cells: text.slice(0, text[newline - 1] === '\r' ? newline - 1 : newline).split(','),
  end: newline + 1,
});

const lineBreaks = (text: string): number => text.split('\n').length - 1;

/** Reads CSV by RFC 4180 in pieces, with one row in memory. It also accepts lines that end with LF. */
export class CsvReader {
  #rest = '';
  #line = 1;
  #isBegun = false;
  #isDamaged = false;

  #next(isLast: boolean): CsvLine | undefined {
    const line = this.#line;
    const newline = this.#rest.indexOf('\n');
    const isPlain = newline >= 0 && !this.#rest.slice(0, newline).includes('"');
    const parsed = isPlain ? parsePlain(this.#rest, newline) : parseQuoted(this.#rest, isLast);
    if (parsed === 'more') {
      return this.#rest.length > maxRowLength ? { line, damage: 'it has no end' } : undefined;
    }
    if (typeof parsed === 'string') return { line, damage: parsed };
    this.#line += isPlain ? 1 : lineBreaks(this.#rest.slice(0, parsed.end));
    this.#rest = this.#rest.slice(parsed.end);
    return { line, cells: parsed.cells };
  }

  *#lines(isLast: boolean): Generator<CsvLine> {
    while (this.#rest !== '' && !this.#isDamaged) {
      const next = this.#next(isLast);
      if (!next) return;
      const isBlank = next.cells?.length === 1 && next.cells[0] === '';
      if (!isBlank) yield next;
      // After damage, rows cannot be separated.
      this.#isDamaged = next.damage !== undefined;
    }
  }

  /** Yields the rows that this text completes. */
  *push(text: string): Generator<CsvLine> {
    if (this.#isDamaged) return;
    this.#rest += this.#isBegun ? text : text.replace(/^\ufeff/, '');
    this.#isBegun ||= text !== '';
    yield* this.#lines(false);
  }

  /** Yields the last row, when the file does not end with a line break. */
  end(): Generator<CsvLine> {
    return this.#lines(true);
  }
}
