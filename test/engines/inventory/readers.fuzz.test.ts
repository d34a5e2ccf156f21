import { writeSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isNightly, seedOfDay } from '#test/support/runs/samples.ts';
import { fuzzReaders } from '#test/support/fuzz/readers/fuzz-readers.ts';
import { dependencyFiles } from '#test/support/fuzz/readers/targets/dependency-files.ts';
import { documents } from '#test/support/fuzz/readers/targets/documents.ts';
import { packedFiles } from '#test/support/fuzz/readers/targets/packed-files.ts';
import { publishedData } from '#test/support/fuzz/readers/targets/published-data.ts';
import { signedMessages } from '#test/support/fuzz/readers/targets/signed-messages.ts';
import { sources } from '#test/support/fuzz/readers/targets/sources.ts';

/**
 * Every reader of bytes that others chose, with valid documents that were damaged. FUZZ_SEED begins with the case of a
 * failure, FUZZ_CASES says how many of each class.
 */

const { FUZZ_SEED: givenSeed, FUZZ_CASES: givenCases } = process.env;
const seed = Number(givenSeed ?? seedOfDay);

/** Cases in `npm test`, more than 5,000, and each night, a million. A first case of code loads the parser of its language, and each takes longer. */
const classes = [
  { readers: dependencyFiles, usual: 1_300, nightly: 150_000 },
  { readers: documents, usual: 1_200, nightly: 150_000 },
  { readers: packedFiles, usual: 1_000, nightly: 120_000 },
  // Two of nine of these are of SAML, and three of JWT: each night more than 100,000 of SAML, and more of JWT.
  { readers: signedMessages, usual: 1_600, nightly: 550_000 },
  { readers: sources, usual: 13, nightly: 30_000 },
  { readers: publishedData, usual: 700, nightly: 110_000 },
];

/** Far more than any case takes: a case that takes so long does not end. */
const hangsMs = 20_000;
/** The bytes that may stay of each case, and what caches may keep of a few: in 5,000 cases it was half a megabyte at most. */
const keptBytes = 200;
const cachedBytes = 8 * 1024 * 1024;
/** So many cases are enough for their slope to be told from the caches. */
const enough = 20_000;

test.each(classes)(
  'any mutation of $readers.name is read as declared or refused, and nothing forged is accepted',
  async ({ readers, usual, nightly }) => {
    const cases = Number(givenCases ?? (isNightly ? nightly : usual));
    const { flaws, read, slowest, bytesPerCase, bytesKept } = await fuzzReaders(readers, { seed, cases });
    const slow = `the slowest ${slowest.ms.toFixed(0)} ms (${slowest.target}, seed ${slowest.seed})`;
    const kept = `${(bytesKept / 1024).toFixed(0)} KB stay of the later half, ${bytesPerCase.toFixed(0)} B of each`;
    writeSync(1, `fuzz of ${readers.name}: ${cases} from seed ${seed}, ${read} read, ${slow}, ${kept}\n`);
    expect(flaws.slice(0, 5)).toEqual([]);
    expect(slowest.ms).toBeLessThan(hangsMs);
    expect(bytesKept).toBeLessThan(cachedBytes + cases * keptBytes);
    if (cases >= enough) expect(bytesPerCase).toBeLessThan(keptBytes);
  },
  3_600_000,
);
