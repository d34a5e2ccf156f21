import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const contentfulToken = tokenRule({
  id: 'contentful-token',
  title: 'Contentful management token',
  keywords: ['cfpat-'],
  pattern: /CFPAT-[\w-]{43}/,
  positives: () => [leak`CONTENTFUL_TOKEN=${'CFPAT-' + fake(base64url, 43)}`],
  negatives: () => ['CFPAT-token'],
});
