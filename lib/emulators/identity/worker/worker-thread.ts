import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { Worker } from 'node:worker_threads';
import { respond } from '@scangate/emulator-host/http-server';
import type { IdentityWorkerReady, IdentityWorkerStart } from './worker-messages.ts';

const script = new URL('./worker.ts', import.meta.url);

interface Running {
  worker: Worker;
  port: number;
}

/** A thread that starts with the first request for it, and again after it failed. */
export interface IdentityThread {
  isRunning(): boolean;
  /** Forwards a request to the thread, and its response back. */
  forward(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

const startWorker = async (data: IdentityWorkerStart, logFile: string): Promise<Running> => {
  const worker = new Worker(script, {
    workerData: data,
    stdout: true,
    stderr: true,
    execArgv: [],
    argv: [],
  });
  const log = createWriteStream(logFile, { flags: 'a' });
  worker.stdout.pipe(log, { end: false });
  worker.stderr.pipe(log, { end: false });
  worker.once('exit', () => log.end());
  worker.unref();
  const [{ port }] = (await once(worker, 'message')) as [IdentityWorkerReady];
  return { worker, port };
};

const pass = (port: number, request: IncomingMessage, response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const { method, url: path, headers } = request;
    const onward = send({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response).on('close', resolve);
    });
    onward.on('error', () => {
      respond(response, 502, { body: 'The emulator failed; its log is in the data folder.' });
      resolve();
    });
    request.pipe(onward);
  });

export const identityThread = (data: IdentityWorkerStart, logFile: string): IdentityThread => {
  let running: Promise<Running> | undefined;
  let isRunning = false;

  const start = async (): Promise<Running> => {
    const started = await startWorker(data, logFile);
    isRunning = true;
    started.worker.once('exit', () => {
      running = undefined;
      isRunning = false;
    });
    return started;
  };
  const ensure = (): Promise<Running> => {
    running ??= start().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };

  return {
    isRunning: () => isRunning,
    forward: async (request, response) => pass((await ensure()).port, request, response),
    close: async () => {
      const last = await running?.catch(() => undefined);
      await last?.worker.terminate();
    },
  };
};
