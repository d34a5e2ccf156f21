import { tokenRule } from '../rule.ts';
import { base62, base64url, fake, leak } from '../rule-example.ts';

export const openaiApiKey = tokenRule({
  id: 'openai-api-key',
  title: 'OpenAI API key',
  keywords: ['sk-'],
  pattern: /sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|sk-(?:proj|svcacct|admin|service)-[\w-]{40,200}/,
  minEntropy: 3.5,
  positives: () => [
    leak`OPENAI_API_KEY=${`sk-${fake(base62, 20)}T3BlbkFJ${fake(base62, 20)}`}`,
    leak`api_key="${`sk-proj-${fake(base64url, 74)}T3BlbkFJ${fake(base64url, 74)}`}"`,
  ],
  negatives: () => ['sk-proj-your-key', `sk-proj-${'x'.repeat(48)}`],
});
