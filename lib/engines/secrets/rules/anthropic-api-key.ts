import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const anthropicApiKey = tokenRule({
  id: 'anthropic-api-key',
  title: 'Anthropic API key',
  keywords: ['sk-ant-'],
  pattern: /sk-ant-(?:api|admin|oat|ort|sid)\d\d-[\w-]{80,120}/,
  positives: () => [
    leak`ANTHROPIC_API_KEY=${`sk-ant-api03-${fake(base64url, 93)}AA`}`,
    leak`key: '${`sk-ant-admin01-${fake(base64url, 93)}AA`}'`,
  ],
  negatives: () => [`sk-ant-api03-${'x'.repeat(95)}`, `sk-ant-api03-${fake(base64url, 12)}`],
});
