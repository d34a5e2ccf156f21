import { poolNames } from '@scangate/domain/credits/credit-pool';
import type { SourceTrigger } from '@scangate/domain/records';
import { keyIn, oneOf, optional, text } from './parse-value.ts';

export const pool = oneOf(poolNames);
export const sourceTrigger = keyIn<SourceTrigger>({ api: true, cli: true, manual: true });

/** The entry of a record in the due queue; absent when nothing is left to do. */
export const queued = { dueQueue: optional(text), dueAt: optional(text) };
