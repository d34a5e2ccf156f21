import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const azureAnnotatedKey = tokenRule({
  id: 'azure-annotated-key',
  title: 'Azure service key',
  keywords: ['jqqj9'],
  pattern: /[A-Za-z0-9]{52}JQQJ9[9DH][A-Za-z0-9]{26}/,
  extendBack: { over: /[A-Za-z0-9]/, max: 52 },
  positives: () => [
    leak`AZURE_OPENAI_KEY=${`${fake(base62, 52)}JQQJ99${fake(base62, 26)}`}`,
    leak`pat: "${`${fake(base62, 52, 2)}JQQJ99${fake(base62, 18)}AZDO${fake(base62, 4)}`}"`,
  ],
  negatives: () => [`${fake(base62, 20)}JQQJ99${fake(base62, 26)}`],
});
