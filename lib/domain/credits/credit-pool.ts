import type { ScanType } from '@scangate/engines/model/scan-type';

export type PoolName = 'core' | 'sast';
export const poolNames: readonly PoolName[] = ['core', 'sast'];

/** Returns the credit pool that pays for a scan type. */
export const poolForScanType = (type: ScanType): PoolName => (type === 'sast' ? 'sast' : 'core');
