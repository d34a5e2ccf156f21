import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const configcatSdkKey = tokenRule({
  id: 'configcat-sdk-key',
  title: 'ConfigCat SDK key',
  keywords: ['configcat-sdk-1/'],
  pattern: /configcat-sdk-1\/[A-Za-z0-9_-]{22}\/[A-Za-z0-9_-]{22}/,
  positives: () => [leak`SDK=${`configcat-sdk-1/${fake(base62, 22)}/${fake(base62, 22, 2)}`}`],
  negatives: () => ['configcat-sdk-1/TEST_KEY/TEST_KEY'],
});
