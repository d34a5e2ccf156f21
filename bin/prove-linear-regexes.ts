/**
 * `npm run prove:regexes`: proves that every expression takes linear time, and keeps the proofs by their text. With
 * `-- --anew` kept proofs are made again, too.
 */
import { proveAll } from '#test/support/linear-expressions.ts';

const unsafe = proveAll(
  (done, total) => {
    if (done % 50 === 0 || done === total) process.stderr.write(`${done} of ${total}\n`);
  },
  { anew: process.argv.includes('--anew') },
);
for (const text of unsafe) process.stdout.write(`not linear: ${text}\n`);
process.exit(unsafe.length === 0 ? 0 : 1);
