import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const sourcegraphToken = tokenRule({
  id: 'sourcegraph-token',
  title: 'Sourcegraph access token',
  keywords: ['sgp_', 'slk_'],
  pattern: /sgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}|slk_[a-fA-F0-9]{64}/,
  positives: () => [
    leak`SRC_ACCESS_TOKEN=${`sgp_${fake(hex, 16)}_${fake(hex, 40)}`}`,
    leak`license: ${`slk_${fake(hex, 64)}`}`,
  ],
  negatives: () => ['sgp_local_token'],
});
