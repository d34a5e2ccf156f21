/** A statement about one vulnerability in one product, in the terms that all formats share. */
export interface VexStatement {
  /** Id of the vulnerability. */
  vulnerability: string;
  status: 'not_affected' | 'fixed' | 'other';
  /** The reason why the product is not affected. */
  justification?: string;
  /** Package URL, or another name, of the subject of the statement. */
  product: string;
  /** The products that contain it, when the statement only applies within them. */
  within?: string[];
}

/** A document with more statements is refused before any is read. */
export const maxStatements = 5_000;

/** Thrown for a document that is not a readable VEX document. */
export class UnreadableVex extends Error {
  /** A JSON Pointer to the place. */
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.name = 'UnreadableVex';
    this.pointer = pointer;
  }
}

export const vexInvalid = (pointer: string, message: string): UnreadableVex =>
  new UnreadableVex(pointer, message);

/** Reads a list of a document; none where it is absent. @throws UnreadableVex for anything else. */
export const listAt = (value: unknown, pointer: string): readonly unknown[] => {
  if (value === undefined || Array.isArray(value)) return value ?? [];
  throw vexInvalid(pointer, 'This is a list.');
};

/**
 * Reads the main list of a document.
 * @throws UnreadableVex without one, or with too many entries.
 */
export const statementsAt = (value: unknown, pointer: string): readonly unknown[] => {
  if (value === undefined) throw vexInvalid(pointer, 'A VEX document has this list.');
  const list = listAt(value, pointer);
  if (list.length > maxStatements)
    throw vexInvalid(pointer, `A document has at most ${maxStatements} ${pointer.slice(1)}.`);
  return list;
};

const longestJustification = 400;

/**
 * Reads the justification why a product is not affected, which may be prose of several lines, as one line of bounded
 * length.
 */
export const justificationText = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined;
  const line = value
    .replaceAll(/[\s\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,1000}/gu, ' ')
    .trim();
  return line === '' ? undefined : line.slice(0, longestJustification).toWellFormed();
};

/**
 * Counts the statements of a document, so that a hostile one is refused early.
 * @throws UnreadableVex
 */
export const statementCollector = () => {
  const statements: VexStatement[] = [];
  return {
    statements,
    add(statement: VexStatement, pointer: string): void {
      if (statements.length === maxStatements)
        throw vexInvalid(pointer, `A document has at most ${maxStatements} statements, counted by product.`);
      statements.push(statement);
    },
  };
};

export const idForm = /^[\w.:~+-]{1,128}$/;
