import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const notionToken = tokenRule({
  id: 'notion-token',
  title: 'Notion integration token',
  keywords: ['ntn_', 'secret_'],
  pattern: /ntn_\d{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43}/,
  check: (secret) => isMixed(secret),
  positives: () => [
    leak`NOTION_TOKEN=${`ntn_${fake('123456789', 11)}${fake(base62, 35)}`}`,
    leak`auth: '${'secret_' + fake(base62, 43)}'`,
  ],
  negatives: () => ['secret_manager_configuration_for_production_env', 'ntn_token'],
});
