import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const rubygemsApiKey = tokenRule({
  id: 'rubygems-api-key',
  title: 'RubyGems API key',
  keywords: ['rubygems_'],
  pattern: /rubygems_[a-f0-9]{48}/,
  positives: () => [leak`:rubygems_api_key: ${'rubygems_' + fake(hex, 48)}`],
  negatives: () => ['rubygems_version: 3.4.1'],
});
