import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const cratesIoToken = tokenRule({
  id: 'crates-io-token',
  title: 'crates.io API token',
  keywords: ['cio'],
  pattern: /cio[A-Za-z0-9]{32}/,
  check: (secret) => isMixed(secret),
  positives: () => [leak`token = "${'cio' + fake(base62, 32)}"`],
  negatives: () => ['cioHandlerForAllTheIncomingStreamsOfX', `cio${fake(base62, 12)}`],
});
