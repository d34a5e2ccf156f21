import { poolNames, type PoolName } from '../credits/credit-pool.ts';
import { ledgerColumns, InvalidRow, parseRow } from './ledger-csv.ts';
import { showsDigests } from './redacted-row.ts';
import { StatementCheck } from './check-exported-segments.ts';
import { CsvReader, type CsvLine } from './ledger-csv-reader.ts';
import { sortKeyOf } from './ledger-view.ts';
import type { ChainStatement, Restoration } from './restoration.ts';
import { RestoredBalances } from './restored-balances.ts';
import { genesisHash, hasChainHash, type LedgerRow, type ChainedEntry } from './seal-ledger.ts';

/** The first fault of a file. It has no line when it concerns the whole file. */
export interface LedgerFault {
  line?: number;
  cause?: string;
  reason: string;
}

/** The verified rows of one pool in a file. */
export interface VerifiedPool {
  pool: PoolName;
  sealed: number;
  unsealed: number;
  /** The position of the first sealed row, when the file does not begin with the chain. */
  begins?: { segment: number; position: string; previousHash: string };
  /** The hash of the last sealed row. */
  head?: string;
  /** The number of segments that agree with a signed statement; absent without any. */
  signed?: number;
  /** The signed restorations of the pool, oldest first. */
  restorations?: readonly Restoration[];
}

export interface VerifyLedgerOptions {
  /** Hashes that were noted earlier. Each of them must occur. */
  heads?: readonly string[];
  /** Signed statements about segments and restorations, whose signatures were verified. */
  statements?: readonly ChainStatement[];
  /** Set when the file was exported up to an instant, so that it may end within a segment. */
  endsEarly?: boolean;
}

/** Thrown when the file is not a ledger export. */
export class InvalidLedgerFile extends Error {}

class FaultFound extends Error {
  readonly fault: LedgerFault;

  constructor(fault: LedgerFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

type SealedRow = LedgerRow & ChainedEntry & { previousHash: string; hash: string };

const sealFields = ['segment', 'position', 'previousHash', 'hash'] as const;

const isSealed = (row: LedgerRow): row is SealedRow => sealFields.every((field) => row[field] !== undefined);

interface Place {
  segment: number;
  position: number;
  size: number;
}

const placeInChain = ({ segment, position }: ChainedEntry): Place | undefined => {
  const [, at, size] = /^([1-9]\d{0,3}) of ([1-9]\d{0,3})$/.exec(position) ?? [];
  const place = { segment, position: Number(at), size: Number(size) };
  return segment >= 1 && place.position <= place.size ? place : undefined;
};

const isSegmentEnd = ({ position, size }: Place): boolean => position === size;

const follows = (place: Place, last: Place): boolean =>
  isSegmentEnd(last)
    ? place.segment > last.segment && place.position === 1
    : place.segment === last.segment && place.position === last.position + 1 && place.size === last.size;

interface PoolCheck {
  verified: VerifiedPool;
  /** The previous row. */
  before?: LedgerRow;
  last?: Place;
  /** The sum of its rows. */
  sum: number;
  /** Compares its rows with restorations, unless the file begins in the middle of the chain. */
  restored?: RestoredBalances;
  /** The previous hash of the first row of the segment, where the file has that row. */
  segmentPrevious?: string;
  /** The fault of the first unsealed row, in case a sealed row follows. */
  firstUnsealed?: LedgerFault;
}

/**
 * Verifies the chain of a ledger export from the file alone: no sealed row was changed, removed, added or moved. Rows
 * are read in pieces and not kept. Two changes need a hash that was noted earlier (`heads`) or signed statements: a chain
 * cut off at the end of a segment, and a chain that was recomputed as a whole (docs/adr/0009-ledger.md).
 */
export class LedgerVerifier {
  readonly #reader = new CsvReader();
  readonly #heads: Set<string>;
  readonly #statements: StatementCheck;
  readonly #endsEarly: boolean;
  readonly #pools: PoolCheck[] = [];
  #hasHeader = false;
  #last: { line: number; cause?: string } = { line: 1 };
  #fault: LedgerFault | undefined;

  constructor({ heads = [], statements = [], endsEarly = false }: VerifyLedgerOptions = {}) {
    this.#heads = new Set(heads);
    this.#statements = new StatementCheck(statements);
    const { contradiction: reason } = this.#statements;
    if (reason !== undefined) this.#fault = { reason };
    this.#endsEarly = endsEarly;
  }

  /** Reads the next piece of the file. @returns the first fault, after which nothing is read. @throws InvalidLedgerFile. */
  push(text: string): LedgerFault | undefined {
    return this.#read(this.#reader.push(text));
  }

  /** Ends the file. @returns its pools, or the first fault. @throws InvalidLedgerFile. */
  end(): { pools: VerifiedPool[] } | LedgerFault {
    const fault = this.#read(this.#reader.end());
    if (fault) return fault;
    if (!this.#hasHeader) throw new InvalidLedgerFile('The file is empty.');
    try {
      this.#leavePool(this.#last);
      for (const pool of this.#statements.restoredPools()) this.#withoutRows(pool);
    } catch (error) {
      if (error instanceof FaultFound) return error.fault;
      throw error;
    }
    const begins = new Map(
      this.#pools.map(({ verified }) => [verified.pool, verified.begins?.segment ?? 1] as const),
    );
    const unsigned = this.#endsEarly ? undefined : this.#statements.fault(begins);
    if (unsigned !== undefined) return { reason: unsigned };
    const [missing] = this.#heads;
    if (missing !== undefined) return { reason: `the hash ${missing} that was noted earlier does not occur` };
    return { pools: this.#pools.map(({ verified }) => verified) };
  }

  #read(lines: Iterable<CsvLine>): LedgerFault | undefined {
    if (this.#fault) return this.#fault;
    try {
      for (const line of lines) this.#line(line);
    } catch (error) {
      if (!(error instanceof FaultFound)) throw error;
      this.#fault = error.fault;
    }
    return this.#fault;
  }

  #line({ line, cells, damage }: CsvLine): void {
    if (!this.#hasHeader) {
      if (cells?.join(',') !== ledgerColumns.join(','))
        throw new InvalidLedgerFile('The first line does not name the columns of a ledger export.');
      this.#hasHeader = true;
      return;
    }
    if (!cells) throw new FaultFound({ line, reason: damage ?? 'it cannot be read' });
    const row = readRow(cells, line);
    this.#row(row, line);
    this.#last = { line, cause: row.cause };
  }

  #row(row: LedgerRow, line: number): void {
    const { cause } = row;
    const pool = this.#poolOf(row, line);
    if (isSealed(row)) this.#sealed(row, pool, line);
    else this.#unsealed(row, pool, line);
    const differs = pool.restored?.add(row);
    if (differs !== undefined) throw new FaultFound({ line, cause, reason: differs });
    if (!isAfter(row, pool.before)) throw new FaultFound({ line, cause, reason: 'it is out of order' });
    pool.before = row;
  }

  /** The rows of each pool are consecutive. */
  #poolOf({ pool, cause }: LedgerRow, line: number): PoolCheck {
    const current = this.#pools.at(-1);
    if (current?.verified.pool === pool) return current;
    this.#leavePool({ line, cause });
    if (!poolNames.includes(pool)) throw new FaultFound({ line, cause, reason: `there is no pool ${pool}` });
    if (this.#pools.some(({ verified }) => verified.pool === pool))
      throw new FaultFound({ line, cause, reason: `it stands apart from the other rows of ${pool}` });
    return this.#beginPool(pool);
  }

  #beginPool(pool: PoolName): PoolCheck {
    const { all, current } = this.#statements.restorationsOf(pool);
    const verified = { pool, sealed: 0, unsealed: 0, ...(all.length > 0 && { restorations: all }) };
    const begun: PoolCheck = { verified, sum: 0, restored: new RestoredBalances(current) };
    this.#pools.push(begun);
    return begun;
  }

  /** A restored pool may have lost all its rows: then the file has none, and only the statements tell. */
  #withoutRows(pool: PoolName): void {
    if (this.#pools.some(({ verified }) => verified.pool === pool)) return;
    this.#beginPool(pool);
    this.#leavePool({});
  }

  /**
   * Requires that the segment is complete.
   * @param where the row that should continue it, or the last row of the file.
   */
  #leavePool(where: { line?: number; cause?: string }): void {
    const pool = this.#pools.at(-1);
    if (!pool) return;
    const differs = this.#endsEarly ? undefined : pool.restored?.end();
    if (differs !== undefined) throw new FaultFound({ ...where, reason: differs });
    if (!pool.last || isSegmentEnd(pool.last) || (this.#endsEarly && !pool.firstUnsealed)) return;
    throw new FaultFound({ ...where, reason: missingRows(pool.last) });
  }

  #sealed(row: SealedRow, pool: PoolCheck, line: number): void {
    const { previousHash, hash, ...placed } = row;
    const faulty = (reason: string): never => {
      throw new FaultFound({ line, cause: row.cause, reason });
    };
    if (pool.firstUnsealed) throw new FaultFound(pool.firstUnsealed);
    if (!hasChainHash(hash, previousHash, placed)) faulty('it is not what was sealed');
    const place = placeInChain(row) ?? faulty('it has no place in a segment');
    if (pool.last === undefined) {
      if (!matchesGenesis(row, place)) faulty('its previous hash does not match its place in the chain');
      const { segment, position } = row;
      if (previousHash !== genesisHash) {
        pool.verified.begins = { segment, position, previousHash };
        delete pool.restored;
      }
    } else if (previousHash !== pool.verified.head || !follows(place, pool.last))
      faulty('it does not continue the row before it: a row was removed, inserted or moved here');
    if (!pool.verified.begins || pool.last) {
      const gap = this.#statements.gap(row.pool, { after: pool.last?.segment ?? 0, next: place.segment });
      if (gap !== undefined) faulty(gap);
    }
    pool.last = place;
    pool.verified.sealed++;
    pool.verified.head = hash;
    pool.sum += row.amount;
    if (place.position === 1) pool.segmentPrevious = previousHash;
    if (isSegmentEnd(place)) this.#segmentEnd(row, pool, line);
    this.#heads.delete(hash);
    this.#heads.delete(previousHash);
  }

  /** Compares the segment that ends with this row with the signed statement about it. */
  #segmentEnd(row: SealedRow, { verified, sum, segmentPrevious }: PoolCheck, line: number): void {
    const balance = verified.begins ? undefined : sum;
    const end = { segment: row.segment, row, previousHash: segmentPrevious, balance };
    const signed = this.#statements.segmentEnd(row.pool, end);
    if (typeof signed === 'object') throw new FaultFound({ line, cause: row.cause, ...signed });
    if (signed) verified.signed = (verified.signed ?? 0) + 1;
  }

  #unsealed(row: LedgerRow, pool: PoolCheck, line: number): void {
    const { cause } = row;
    if (sealFields.some((field) => row[field] !== undefined))
      throw new FaultFound({ line, cause, reason: 'its place and hashes are incomplete' });
    if (pool.last && !isSegmentEnd(pool.last))
      throw new FaultFound({ line, cause, reason: missingRows(pool.last) });
    pool.firstUnsealed ??= { line, cause, reason: 'it is not sealed, but a later row is' };
    pool.verified.unsealed++;
  }
}

/**
 * Returns whether a row sorts after the previous one. Within one instant, digests hide the causes by which rows are
 * sorted.
 */
const isAfter = (row: LedgerRow, before: LedgerRow | undefined): boolean => {
  if (!before) return true;
  const isHidden = showsDigests(row) || showsDigests(before);
  return isHidden ? row.at >= before.at : sortKeyOf(row) > sortKeyOf(before);
};

const missingRows = ({ segment, position, size }: Place): string =>
  `segment ${segment} ends at ${position} of ${size}: rows are missing`;

const readRow = (cells: readonly string[], line: number): LedgerRow => {
  try {
    return parseRow(cells);
  } catch (error) {
    const cause = cells[ledgerColumns.indexOf('cause')];
    if (error instanceof InvalidRow)
      throw new FaultFound({ line, ...(cause && { cause }), reason: error.message });
    throw error;
  }
};

/** The first row of a chain, and no other, continues the genesis hash. Its segment may have a later number. */
const matchesGenesis = ({ previousHash }: SealedRow, place: Place): boolean =>
  previousHash === genesisHash ? place.position === 1 : !isChainStart(place);

const isChainStart = ({ segment, position }: Place): boolean => segment === 1 && position === 1;
