import { tokenRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const jinaApiKey = tokenRule({
  id: 'jina-api-key',
  title: 'Jina AI API key',
  keywords: ['jina_'],
  pattern: /jina_[a-f0-9]{32}[\w-]{28}/,
  positives: () => [leak`JINA=${`jina_${fake(hex, 32)}${fake(base62, 28)}`}`],
  negatives: () => ['jina_embeddings'],
});
