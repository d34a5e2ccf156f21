import { Conflict } from '../conflict.ts';

/** The balance or the period of a credit pool changed since it was read. */
export class PoolConflict extends Conflict {
  constructor() {
    super('the credit pool changed since it was read');
  }
}
