import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const pineconeApiKey = tokenRule({
  id: 'pinecone-api-key',
  title: 'Pinecone API key',
  keywords: ['pcsk_'],
  pattern: /pcsk_[A-Za-z0-9]{5,6}_[A-Za-z0-9]{58,70}/,
  positives: () => [leak`PINECONE_API_KEY=${`pcsk_${fake(base62, 5)}_${fake(base62, 63)}`}`],
  negatives: () => ['pcsk_key'],
});
