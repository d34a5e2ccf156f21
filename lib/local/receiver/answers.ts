import type { ServerResponse } from 'node:http';

type Answer = (response: ServerResponse) => void;

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end();

const floodBytes = 1024 ** 3;
const chunk = Buffer.alloc(64 * 1024, '.');

/** Writes as fast as the other side reads, until it disconnects. */
const flood: Answer = (response) => {
  let sent = 0;
  response.writeHead(200, { 'content-length': String(floodBytes) });
  const write = (): void => {
    while (!response.destroyed && sent < floodBytes) {
      sent += chunk.length;
      if (!response.write(chunk)) return void response.once('drain', write);
    }
    response.end();
  };
  write();
};

const trickle: Answer = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 1_000);
  response.once('close', () => clearInterval(timer));
};

/** The ways in which the receiver can respond to a delivery, by the names of their switches. */
export const answers = {
  ok: { label: 'accept (200)', run: status(200) },
  'no-content': { label: 'accept (204)', run: status(204) },
  error: { label: 'fail (500)', run: status(500) },
  gone: { label: 'be gone (410)', run: status(410) },
  'wait-5': { label: 'ask for 5 s (429)', run: status(429, { 'retry-after': '5' }) },
  'wait-forever': { label: 'ask for three years (429)', run: status(429, { 'retry-after': '99999999' }) },
  'wait-past': {
    label: 'ask for a date in the past (429)',
    run: status(429, { 'retry-after': 'Mon, 02 Mar 2020 12:00:00 GMT' }),
  },
  redirect: {
    label: 'redirect to the metadata address (302)',
    run: status(302, { location: 'http://169.254.169.254/latest/meta-data/' }),
  },
  silent: { label: 'never answer', run: () => {} },
  trickle: { label: 'answer a byte a second', run: trickle },
  flood: { label: 'send 1 GB', run: flood },
  close: { label: 'close the connection', run: (response) => void response.destroy() },
} as const satisfies Record<string, { label: string; run: Answer }>;

export type AnswerName = keyof typeof answers;
export const answerNames = Object.keys(answers) as AnswerName[];
