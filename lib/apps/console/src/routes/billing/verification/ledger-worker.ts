import type { WorkerAnswer, WorkerQuestion } from './start-verification.ts';
import { verifyStream } from './verify-stream.ts';

/** Progress is reported at most this often. */
const progressEveryMs = 200;

const tell = (answer: WorkerAnswer): void => postMessage(answer);

/** Tells progress now and then. */
const progress = (): ((characters: number) => void) => {
  let notifiedAt = performance.now();
  return (characters) => {
    const now = performance.now();
    if (now - notifiedAt < progressEveryMs) return;
    notifiedAt = now;
    tell({ kind: 'progress', characters });
  };
};

const problemOf = async (response: Response): Promise<WorkerAnswer> => ({
  kind: 'refused',
  status: response.status,
  body: await response.text(),
  retryAfter: response.headers.get('retry-after'),
});

const verify = async ({ url, csrfToken, heads }: WorkerQuestion): Promise<WorkerAnswer> => {
  try {
    const response = await fetch(url, {
      headers: { 'Scangate-CSRF': csrfToken },
      credentials: 'same-origin',
      redirect: 'manual',
    });
    if (!response.ok || !response.body) return await problemOf(response);
    return {
      kind: 'verified',
      verification: await verifyStream(response.body, { heads, onProgress: progress() }),
    };
  } catch {
    return { kind: 'lost' };
  }
};

addEventListener('message', async ({ data }: MessageEvent<WorkerQuestion>) => tell(await verify(data)));
