import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

interface Machine {
  Memory: new (limits: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: unknown };
}
// The types of Node.js declare this namespace without its members.
const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: Machine }).WebAssembly;

const page = 64 * 1024;
/**
 * The library asks for the initial size; a file of 1 MB of nothing but punctuation takes nearly all pages of the
 * maximum.
 */
const memory = new Memory({ initial: 512, maximum: 4096 });

const restoreStack = '_emscripten_stack_restore';

interface Exports {
  malloc: (bytes: number) => number;
  free: (address: number) => void;
  emscripten_stack_get_current: () => number;
  [restoreStack]: (address: number) => void;
}
let program: Exports | undefined;

/** Starts the parser in a memory of its own, whose growth is limited. */
export const parserOptions = {
  wasmMemory: memory,
  // The parser prints "Aborted()" before it throws.
  printErr: () => undefined,
  instantiateWasm: (imports: object, receive: (instance: object, module: object) => unknown): unknown => {
    const file = require.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter.wasm');
    const compiled = new Module(readFileSync(file));
    const instance = new Instance(compiled, imports);
    program = instance.exports as Exports;
    return receive(instance, compiled);
  },
};

/** Larger than any gap between allocations, so that the probe lies after all of them. */
const probeBytes = 1024 * 1024;

interface Kept {
  bytes: Uint8Array;
  stack: number;
}
let kept: Kept | undefined;

/** Saves the state of the memory between two texts. */
export const keepMemory = (): void => {
  if (!program) throw new Error('the parser has not started');
  const probe = program.malloc(probeBytes);
  program.free(probe);
  const end = Math.min(memory.buffer.byteLength, probe + probeBytes + 2 * page);
  kept = {
    bytes: new Uint8Array(memory.buffer, 0, end).slice(),
    stack: program.emscripten_stack_get_current(),
  };
};

/** Restores the saved memory: a parser that failed half-way works again. */
export const restoreMemory = (): void => {
  if (!program || !kept) return;
  const all = new Uint8Array(memory.buffer);
  all.set(kept.bytes);
  all.fill(0, kept.bytes.length);
  program[restoreStack](kept.stack);
};
