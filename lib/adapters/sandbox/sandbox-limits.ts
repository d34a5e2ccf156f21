/**
 * The limits of a process for untrusted bytes (docs/adr/0030-isolation.md). Its time is that of the task whose signal ends
 * it, and `close-network.ts` leaves it no network.
 */

/** The part of a function's memory that its sandbox may use for its heap. */
const heapShare = 0.7;
const defaultMemoryMb = 2048;

/** The limit of its heap, from the memory of the function that starts it. */
export const sandboxMemoryMb = (): number =>
  Math.floor(heapShare * Number(process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] ?? defaultMemoryMb));

/** The limit of everything that a sandbox sends, so that it cannot fill up the process that started it. */
export const maxResultBytes = 2 * 1024 * 1024 * 1024;

/** The limit of one frame: the largest file of a commit with its path. Longer contents take several frames. */
export const maxFrameBytes = 72 * 1024 * 1024;

/** The number of characters of an error that leave a sandbox. */
export const maxMessage = 2_000;

/** The management of a sandbox's memory. */
export interface HeapOptions {
  /** The size of the two spaces for new objects; a smaller one takes less memory, and more time. */
  semiSpaceMb?: number;
}

/** Keeps the memory of a sandbox near to what it needs, for an artifact, which is a single file. */
export const smallHeap: HeapOptions = { semiSpaceMb: 1 };

/**
 * The environment by which the allocator of glibc gives memory back: otherwise it keeps freed pieces of up to 32 MB for
 * later ones, once for each group of threads. Other libraries ignore it.
 */
export const allocatorSettings = ({ semiSpaceMb }: HeapOptions): Record<string, string> =>
  semiSpaceMb === undefined ? {} : { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };

/** The arguments for Node.js: it reads only these paths, writes nothing, starts no process and has this much heap. */
export const isolationArguments = (
  readable: readonly string[],
  { memoryMb, semiSpaceMb }: HeapOptions & { memoryMb: number },
): string[] => [
  '--permission',
  ...readable.map((path) => `--allow-fs-read=${path}`),
  // The permission model cannot contain compiled code, so no addon is loaded.
  '--no-addons',
  `--max-old-space-size=${memoryMb}`,
  // V8 lets a heap grow less before it collects, and a job may collect.
  ...(semiSpaceMb === undefined
    ? []
    : [`--max-semi-space-size=${semiSpaceMb}`, '--optimize-for-size', '--expose-gc']),
];
