import { memorySourceArchive } from '#adapters/memory/source-archive.ts';

/** Stands in for lib/runtime/wire/source-archive.ts. */
export const wireSourceArchive = () => memorySourceArchive;
