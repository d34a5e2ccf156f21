import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const azureAdClientSecret = tokenRule({
  id: 'azure-ad-client-secret',
  title: 'Microsoft Entra ID client secret',
  keywords: ['q~'],
  pattern: /[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}/,
  extendBack: { over: /[A-Za-z0-9_~.-]/, max: 4 },
  positives: () => [leak`AZURE_CLIENT_SECRET=${`${fake(base62, 3)}8Q~${fake(base62, 34)}`}`],
  negatives: () => [`${fake(base62, 3)}8Q~${fake(base62, 12)}`],
});
