import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { errorCodes, ScanFailed, type Failure } from '@scangate/engines/model/failure';
import { GitFailure, gitFailureReasons, type GitFailureReason } from '@scangate/git/git-failure';
import { framesOf, frameHeader, pieceBytes, readNamedPart, type Frame, type FrameKind } from './frames.ts';
import {
  allocatorSettings,
  isolationArguments,
  maxMessage,
  maxResultBytes,
  type HeapOptions,
} from './sandbox-limits.ts';
import type { ReportedError } from './child-process.ts';

/**
 * Answers a question of the sandbox with pieces of bytes, each of which is no longer read once the next one is requested.
 * The question is untrusted.
 */
export type Answer = (question: unknown) => AsyncIterable<Uint8Array>;

export interface SandboxOptions {
  /** The module that serves the jobs. */
  entry: string;
  /** The files and folders that it may read: its own code, and nothing of this process. */
  readable: readonly string[];
  /** Open files that it inherits. */
  descriptors?: readonly number[];
  /** The limit of its heap. */
  memoryMb: number;
  heap?: HeapOptions;
}

export interface SandboxJob {
  job: string;
  input: unknown;
  answers?: Readonly<Record<string, Answer>>;
}

/** A part of a result: bytes with a name. */
export interface ResultPart {
  name: string;
  bytes: Buffer;
}

/** The library of Node.js may need it to start; it is not a secret. */
const libraryPath = (): Record<string, string> => {
  const libraries = process.env['LD_LIBRARY_PATH'];
  return libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries };
};

/** Recreates an error. Its message comes from the sandbox, and only expected failures keep their class. */
const errorOf = (content: Buffer): Error => {
  const { name, message, details } = JSON.parse(content.toString('utf8')) as ReportedError;
  if (name === 'ScanFailed') {
    const { errorCode, error } = details as Failure;
    if (errorCodes.includes(errorCode)) return new ScanFailed(errorCode, String(error).slice(0, maxMessage));
  }
  if (name === 'GitFailure') {
    const { reason } = details as { reason: GitFailureReason };
    if (gitFailureReasons.includes(reason)) return new GitFailure(reason, message);
  }
  return new Error(`in the sandbox: ${name}: ${message}`);
};

/**
 * A process of its own for untrusted bytes (docs/adr/0030-isolation.md): an empty environment, the permission model
 * of Node.js, no network. It serves one scan and ends with it, so that it cannot carry anything to another
 * organization.
 */
export class SandboxProcess {
  readonly #child: ChildProcess;
  readonly #frames: AsyncGenerator<Frame>;
  readonly #input: Writable;
  #bytes = 0;

  constructor({ entry, readable, descriptors = [], memoryMb, heap = {} }: SandboxOptions) {
    const args = [...isolationArguments(readable, { ...heap, memoryMb }), '--no-warnings', entry];
    this.#child = spawn(process.execPath, args, {
      env: { ...libraryPath(), ...allocatorSettings(heap) },
      stdio: ['pipe', 'pipe', 'ignore', ...descriptors],
    });
    this.#child.on('error', () => undefined);
    this.#input = this.#child.stdin as Writable;
    // A sandbox that has ended is detected at its output.
    this.#input.on('error', () => undefined);
    this.#frames = framesOf(this.#child.stdout as Readable);
  }

  /**
   * Runs a job. Yields the parts of its result, and returns the rest of it.
   * @throws ScanFailed, GitFailure; Error for a bug or when the sandbox ended; the reason of the signal.
   */
  async *stream(
    { job, input, answers = {} }: SandboxJob,
    signal: AbortSignal,
  ): AsyncGenerator<ResultPart, unknown> {
    signal.throwIfAborted();
    const stop = (): void => this.close();
    signal.addEventListener('abort', stop, { once: true });
    try {
      await this.#send('job', Buffer.from(JSON.stringify({ job, input })));
      for (;;) {
        const { kind, content } = await this.#nextFrame(signal);
        if (kind === 'done') return JSON.parse(content.toString('utf8')) as unknown;
        if (kind === 'failed') throw errorOf(content);
        if (kind === 'part') yield readNamedPart(content);
        else if (kind === 'ask') await this.#answer(content, answers);
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Runs a job and collects the parts of its result by their names. */
  async run(job: SandboxJob, signal: AbortSignal): Promise<{ value: unknown; parts: Map<string, Buffer> }> {
    const pieces = new Map<string, Buffer[]>();
    const stream = this.stream(job, signal);
    for (;;) {
      const { done, value } = await stream.next();
      if (done) {
        const parts = new Map([...pieces].map(([name, some]) => [name, Buffer.concat(some)]));
        return { value, parts };
      }
      const known = pieces.get(value.name);
      if (known) known.push(value.bytes);
      else pieces.set(value.name, [value.bytes]);
    }
  }

  /** The id of its process. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }

  async #nextFrame(signal: AbortSignal): Promise<Frame> {
    const { done, value } = await this.#frames.next();
    signal.throwIfAborted();
    if (done) throw new Error(await this.#howItEnded());
    this.#bytes += value.content.length;
    if (this.#bytes > maxResultBytes) {
      this.close();
      throw new Error('the sandbox sends too much');
    }
    return value;
  }

  async #howItEnded(): Promise<string> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
    return `the sandbox ended: ${this.#child.signalCode ?? `exit code ${this.#child.exitCode}`}`;
  }

  async #answer(content: Buffer, answers: Readonly<Record<string, Answer>>): Promise<void> {
    const { name, question } = JSON.parse(content.toString('utf8')) as { name: string; question: unknown };
    const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
    if (!answer) return this.#send('refused', Buffer.alloc(0));
    for await (const piece of answer(question))
      for (let at = 0; at < piece.length; at += pieceBytes)
        await this.#send('chunk', piece.subarray(at, at + pieceBytes));
    return this.#send('answered', Buffer.alloc(0));
  }

  async #send(kind: FrameKind, content: Uint8Array): Promise<void> {
    if (this.#child.exitCode !== null || this.#input.destroyed) return;
    const ended = new AbortController();
    const { signal } = ended;
    this.#input.write(frameHeader(kind, content.length));
    const written = new Promise<void>((resolve) => this.#input.write(content, () => resolve()));
    await Promise.race([written, once(this.#child, 'exit', { signal })]).catch(() => undefined);
    ended.abort();
  }
}
