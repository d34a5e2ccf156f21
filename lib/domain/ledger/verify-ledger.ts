import { poolNames, type PoolName } from '../credits/credit-pool.ts';
import { ledgerColumns, InvalidRow, parseRow } from './ledger-csv.ts';
import { CsvReader, type CsvLine } from './ledger-csv-reader.ts';
import { sortKeyOf } from './ledger-view.ts';
import { genesisHash, chainHash, type LedgerRow, type ChainedEntry } from './seal-ledger.ts';

/** The first thing that is wrong with a file; without a line where it is the file as a whole. */
export interface LedgerFault {
  line?: number;
  cause?: string;
  what: string;
}

/** What a file holds of one pool. */
export interface VerifiedPool {
  pool: PoolName;
  sealed: number;
  unsealed: number;
  /** Where the file begins, when that is not where the chain does. */
  begins?: { segment: number; position: string; previousHash: string };
  /** Hash of its last sealed row. */
  head?: string;
}

export interface VerifyLedgerOptions {
  /** Hashes that were noted earlier: each must occur. */
  heads?: readonly string[];
  /** The file was exported up to some instant, so it may end inside of a segment. */
  endsEarly?: boolean;
}

/** The file is none of ours. */
export class InvalidLedgerFile extends Error {}

class Faulty extends Error {
  readonly fault: LedgerFault;

  constructor(fault: LedgerFault) {
    super(fault.what);
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
    ? place.segment === last.segment + 1 && place.position === 1
    : place.segment === last.segment && place.position === last.position + 1 && place.size === last.size;

interface PoolCheck {
  seen: VerifiedPool;
  /** Of the row before. */
  at: string;
  last?: Place;
  /** The first row that is not sealed: no sealed one may come behind it. */
  firstUnsealed?: LedgerFault;
}

/**
 * Recomputes the chain of a ledger export from nothing but the file: every sealed row is as it was sealed, none is
 * missing, none was added or moved. Rows come in piece by piece and are not kept. What it cannot see is the end of the
 * chain cut off at a segment's end, or a chain made anew as a whole: a hash that was noted before (`heads`) tells.
 */
export class LedgerVerifier {
  readonly #reader = new CsvReader();
  readonly #heads: Set<string>;
  readonly #endsEarly: boolean;
  readonly #pools: PoolCheck[] = [];
  #isHeaded = false;
  #last: { line: number; cause?: string } = { line: 1 };
  #fault: LedgerFault | undefined;

  constructor({ heads = [], endsEarly = false }: VerifyLedgerOptions = {}) {
    this.#heads = new Set(heads);
    this.#endsEarly = endsEarly;
  }

  /** Takes the next piece of the file. @returns the first fault, behind which nothing is looked at. @throws NotALedger. */
  push(text: string): LedgerFault | undefined {
    return this.#take(this.#reader.push(text));
  }

  /** The file has ended. @returns what it holds, or its first fault. @throws NotALedger. */
  end(): { pools: VerifiedPool[] } | LedgerFault {
    const fault = this.#take(this.#reader.end());
    if (!this.#isHeaded) throw new InvalidLedgerFile('The file is empty.');
    if (fault) return fault;
    try {
      this.#leavePool(this.#last);
    } catch (error) {
      if (error instanceof Faulty) return error.fault;
      throw error;
    }
    const [missing] = this.#heads;
    if (missing !== undefined) return { what: `the hash ${missing} that was noted earlier does not occur` };
    return { pools: this.#pools.map(({ seen }) => seen) };
  }

  #take(lines: Iterable<CsvLine>): LedgerFault | undefined {
    if (this.#fault) return this.#fault;
    try {
      for (const line of lines) this.#line(line);
    } catch (error) {
      if (!(error instanceof Faulty)) throw error;
      this.#fault = error.fault;
    }
    return this.#fault;
  }

  #line({ line, cells, damage }: CsvLine): void {
    if (!this.#isHeaded) {
      if (cells?.join(',') !== ledgerColumns.join(','))
        throw new InvalidLedgerFile('The first line does not name the columns of a ledger export.');
      this.#isHeaded = true;
      return;
    }
    if (!cells) throw new Faulty({ line, what: damage ?? 'it cannot be read' });
    const row = readRow(cells, line);
    this.#row(row, line);
    this.#last = { line, cause: row.cause };
  }

  #row(row: LedgerRow, line: number): void {
    const { cause } = row;
    const pool = this.#poolOf(row, line);
    if (isSealed(row)) this.#sealed(row, pool, line);
    else this.#unsealed(row, pool, line);
    if (sortKeyOf(row) <= pool.at)
      throw new Faulty({ line, cause, what: 'it is not in order of time and cause' });
    pool.at = sortKeyOf(row);
  }

  /** Rows stand pool after pool. */
  #poolOf({ pool, cause }: LedgerRow, line: number): PoolCheck {
    const current = this.#pools.at(-1);
    if (current?.seen.pool === pool) return current;
    this.#leavePool({ line, cause });
    if (!poolNames.includes(pool)) throw new Faulty({ line, cause, what: `there is no pool ${pool}` });
    if (this.#pools.some(({ seen }) => seen.pool === pool))
      throw new Faulty({ line, cause, what: `it stands apart from the other rows of ${pool}` });
    const begun: PoolCheck = { seen: { pool, sealed: 0, unsealed: 0 }, at: '' };
    this.#pools.push(begun);
    return begun;
  }

  /** @param where the segment should have gone on, or the file's last row. */
  #leavePool(where: { line: number; cause?: string }): void {
    const pool = this.#pools.at(-1);
    if (!pool?.last || isSegmentEnd(pool.last) || (this.#endsEarly && !pool.firstUnsealed)) return;
    throw new Faulty({ ...where, what: brokenOff(pool.last) });
  }

  #sealed(row: SealedRow, pool: PoolCheck, line: number): void {
    const { previousHash, hash, ...placed } = row;
    const faulty = (what: string): never => {
      throw new Faulty({ line, cause: row.cause, what });
    };
    if (pool.firstUnsealed) throw new Faulty(pool.firstUnsealed);
    if (chainHash(previousHash, placed) !== hash) faulty('it is not what was sealed');
    const place = placeInChain(row) ?? faulty('it has no place in a segment');
    if (pool.last === undefined) begin(row, pool, place, faulty);
    else if (previousHash !== pool.seen.head || !follows(place, pool.last))
      faulty('it does not go on from the row before it: one was removed, inserted or moved here');
    pool.last = place;
    pool.seen.sealed++;
    pool.seen.head = hash;
    this.#heads.delete(hash);
    this.#heads.delete(previousHash);
  }

  #unsealed(row: LedgerRow, pool: PoolCheck, line: number): void {
    const { cause } = row;
    if (sealFields.some((field) => row[field] !== undefined))
      throw new Faulty({ line, cause, what: 'its place and hashes are not complete' });
    if (pool.last && !isSegmentEnd(pool.last)) throw new Faulty({ line, cause, what: brokenOff(pool.last) });
    pool.firstUnsealed ??= { line, cause, what: 'it is not sealed, but a row behind it is' };
    pool.seen.unsealed++;
  }
}

const brokenOff = ({ segment, position, size }: Place): string =>
  `segment ${segment} goes no further than ${position} of ${size}: rows are missing`;

const readRow = (cells: readonly string[], line: number): LedgerRow => {
  try {
    return parseRow(cells);
  } catch (error) {
    const cause = cells[ledgerColumns.indexOf('cause')];
    if (error instanceof InvalidRow) throw new Faulty({ line, ...(cause && { cause }), what: error.message });
    throw error;
  }
};

/** The first row of a chain goes on from the genesis, and no other does. */
const begin = (row: SealedRow, pool: PoolCheck, place: Place, faulty: (what: string) => never): void => {
  const { segment, position, previousHash } = row;
  const isFirst = place.segment === 1 && place.position === 1;
  if (isFirst !== (previousHash === genesisHash)) faulty('it does not go on from where every chain begins');
  if (!isFirst) pool.seen.begins = { segment, position, previousHash };
};
