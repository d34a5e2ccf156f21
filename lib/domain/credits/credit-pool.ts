import type { ScanType } from '@scangate/engines/model/scan-type';
import { Conflict } from '../conflict.ts';

export type PoolName = 'core' | 'sast';
export const poolNames: readonly PoolName[] = ['core', 'sast'];

/** Returns the credit pool that pays for a scan type. */
export const poolForScanType = (type: ScanType): PoolName => (type === 'sast' ? 'sast' : 'core');

/** Thrown when the balance or the period of a credit pool changed since it was read. */
export class PoolConflict extends Conflict {
  constructor() {
    super('the credit pool changed since it was read');
  }
}
