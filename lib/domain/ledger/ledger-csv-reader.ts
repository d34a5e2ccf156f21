/** A line of CSV: its cells, and the line of the file where it begins. `cells` is absent where it is damaged. */
export interface CsvLine {
  line: number;
  cells?: string[];
  /** What is wrong with it. */
  damage?: string;
}

/** No row of a ledger is longer; a quote that is never closed must not swallow the file. */
const longestRow = 64 * 1024;

interface Scanned {
  cells: string[];
  /** Where the next row begins. */
  end: number;
}

/** A quoted cell from its opening quote on. @returns undefined when it is not closed within the text. */
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

/** A row with quotes. @param isWhole no more text will come. @returns what is wrong, or `more` when its end is not there yet. */
const scanQuoted = (text: string, isWhole: boolean): Scanned | string | 'more' => {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] === '"') {
      const found = quotedCell(text, at);
      // A quote at the very end may be the first of two.
      if (!found || (found.end === text.length && !isWhole))
        return isWhole ? 'a quote is not closed' : 'more';
      cells.push(found.cell);
      at = found.end;
    } else {
      const end = /[,\r\n"]/.exec(text.slice(at));
      if (!end && !isWhole) return 'more';
      cells.push(text.slice(at, end ? at + end.index : undefined));
      at = end ? at + end.index : text.length;
    }
    if (text[at] === ',') at++;
    else if (at === text.length) return { cells, end: at };
    else if (text[at] === '\n') return { cells, end: at + 1 };
    else if (text[at] === '\r' && at + 1 === text.length && !isWhole) return 'more';
    else if (text[at] === '\r' && text[at + 1] === '\n') return { cells, end: at + 2 };
    else return 'its quotes are not those of CSV';
  }
};

/** The usual row: it has no quotes, so its line is the row. */
const scanPlain = (text: string, newline: number): Scanned => ({
  cells: text.slice(0, text[newline - 1] === '\r' ? newline - 1 : newline).split(','),
  end: newline + 1,
});

const lineBreaks = (text: string): number => text.split('\n').length - 1;

/** Reads CSV by RFC 4180 piece by piece, in memory for one row; a file that ends its lines with LF is read as well. */
export class CsvReader {
  #rest = '';
  #line = 1;
  #isBegun = false;
  #isDamaged = false;

  #next(isWhole: boolean): CsvLine | undefined {
    const line = this.#line;
    const newline = this.#rest.indexOf('\n');
    const isPlain = newline >= 0 && !this.#rest.slice(0, newline).includes('"');
    const scanned = isPlain ? scanPlain(this.#rest, newline) : scanQuoted(this.#rest, isWhole);
    if (scanned === 'more') {
      return this.#rest.length > longestRow ? { line, damage: 'it has no end' } : undefined;
    }
    if (typeof scanned === 'string') return { line, damage: scanned };
    this.#line += isPlain ? 1 : lineBreaks(this.#rest.slice(0, scanned.end));
    this.#rest = this.#rest.slice(scanned.end);
    return { line, cells: scanned.cells };
  }

  *#lines(isWhole: boolean): Generator<CsvLine> {
    while (this.#rest !== '' && !this.#isDamaged) {
      const next = this.#next(isWhole);
      if (!next) return;
      const isBlank = next.cells?.length === 1 && next.cells[0] === '';
      if (!isBlank) yield next;
      // What follows damage cannot be told apart.
      this.#isDamaged = next.damage !== undefined;
    }
  }

  /** The rows that this text completes. */
  *push(text: string): Generator<CsvLine> {
    if (this.#isDamaged) return;
    this.#rest += this.#isBegun ? text : text.replace(/^\ufeff/, '');
    this.#isBegun ||= text !== '';
    yield* this.#lines(false);
  }

  /** The last row, where the file does not end with a line break. */
  end(): Generator<CsvLine> {
    return this.#lines(true);
  }
}
