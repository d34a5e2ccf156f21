import { Dice } from '#test/support/fuzz/dice.ts';
import { caseFolder } from '../case-folder.ts';
import type { ReaderClass, ReaderTarget } from '../reader-target.ts';
import { advisoryFeeds } from './advisory-feeds.ts';
import { issuers } from './issuers.ts';
import { codePatterns } from './patterns.ts';

/** Reads each sample as it is: damage to a document that is refused anyway would try nothing. */
const requireReadable = async ({ name, samples, read }: ReaderTarget): Promise<void> => {
  for (const [index, bytes] of samples.entries()) {
    const flaws = await read(bytes, { index, bytes, dice: new Dice(index) });
    if (flaws.length > 0) throw new Error(`${name}, sample ${index}: ${flaws[0]}`);
  }
};

/** Data that others publish about packages and people, and rules that organizations write. */
export const publishedData: ReaderClass = {
  name: 'feeds, issuers and patterns',
  open: async () => {
    const targets = [...advisoryFeeds(caseFolder()), ...issuers(), await codePatterns()];
    for (const target of targets) await requireReadable(target);
    return targets;
  },
};
