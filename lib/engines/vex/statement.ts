/** A statement about one vulnerability in one product, as all formats have it. */
export interface VexStatement {
  /** Id of the vulnerability. */
  vulnerability: string;
  status: 'not_affected' | 'fixed' | 'other';
  /** Why the product is not affected. */
  justification?: string;
  /** Package URL, or another name, of what the statement is about. */
  product: string;
  /** The products that contain it, where the statement says that it holds in them only. */
  within?: string[];
}

/** More statements are refused before any is read. */
export const mostStatements = 5_000;

/** The document is not VEX that can be read. */
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

/** Counts what a document states, so that a hostile one is refused early. @throws UnreadableVex */
export const statementCollector = () => {
  const statements: VexStatement[] = [];
  return {
    statements,
    add(statement: VexStatement, pointer: string): void {
      if (statements.length === mostStatements)
        throw vexInvalid(pointer, `A document has at most ${mostStatements} statements, counted by product.`);
      statements.push(statement);
    },
  };
};

export const idForm = /^[\w.:~+-]{1,128}$/;
