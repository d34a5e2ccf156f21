import type { Instant } from './records.ts';

export const after = (now: Date, delayMs: number): Instant => new Date(now.getTime() + delayMs).toISOString();
