/** Stands in for what the emulator makes its ids of. */
export { bytesForOthers as randomBytes } from '../scheduler/chance-of-ids.ts';
