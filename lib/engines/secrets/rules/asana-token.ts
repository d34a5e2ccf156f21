import { tokenRule } from '../rule.ts';
import { digits, fake, hex, leak } from '../rule-example.ts';

/** A token begins with a version and the user's number, so no longer prefix is common to all. */
const gids = ['0', '1', '2'].flatMap((version) =>
  Array.from(digits.slice(1), (first) => `${version}/${first}`),
);

export const asanaToken = tokenRule({
  id: 'asana-token',
  title: 'Asana personal access token',
  keywords: gids,
  pattern: /[0-2]\/\d{15,17}(?:\/\d{13,17})?:[a-f0-9]{32}/,
  positives: () => [
    leak`ASANA_TOKEN=${`1/${fake('123456789', 16)}:${fake(hex, 32)}`}`,
    leak`asana: "${`2/${fake('123456789', 16)}/${fake('123456789', 16, 2)}:${fake(hex, 32)}`}"`,
  ],
  negatives: () => [`1/${fake('123456789', 16)}`, `0/12:${fake(hex, 32)}`],
});
