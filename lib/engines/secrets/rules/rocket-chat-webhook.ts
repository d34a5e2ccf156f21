import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const rocketChatWebhook = tokenRule({
  id: 'rocket-chat-webhook',
  title: 'Rocket.Chat webhook',
  keywords: ['/hooks/'],
  pattern: /\/hooks\/[A-Za-z0-9]{17}\/[A-Za-z0-9]{43,48}/,
  boundary: 'anywhere',
  positives: () => [leak`https://chat.a1.dev${`/hooks/${fake(base62, 17)}/${fake(base62, 43)}`}`],
  negatives: () => ['/hooks/useState/useEffect'],
});
