/**
 * `npm run prove:regexes`: proves that every expression takes linear time, and keeps the proofs by their text. With
 * `-- --anew` kept proofs are made again, too. Then every expression is run on long texts that are made for what it
 * repeats, which must not overflow V8's stack.
 */
import { expressionGroups, proveAll } from '#test/support/linear-expressions.ts';
import { overflows } from '#test/support/regexes/stack-overflow.ts';

const characters = 4_000_000;

const show = (done: number, total: number): void => {
  if (done % 50 === 0 || done === total) process.stderr.write(`${done} of ${total}\n`);
};

const unsafe = proveAll(show, { anew: process.argv.includes('--anew') });
for (const text of unsafe) process.stdout.write(`not linear: ${text}\n`);

const patterns = new Map(
  Object.values(expressionGroups)
    .flatMap((group) => group())
    .map((pattern) => [String(pattern), pattern]),
);
let overflowing = 0;
for (const [at, [text, pattern]] of [...patterns].entries()) {
  show(at + 1, patterns.size);
  if (!overflows(pattern, characters)) continue;
  process.stdout.write(`overflows the stack: ${text}\n`);
  overflowing += 1;
}
process.exit(unsafe.length + overflowing === 0 ? 0 : 1);
