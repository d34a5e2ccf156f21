import { tokenRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const clojarsToken = tokenRule({
  id: 'clojars-token',
  title: 'Clojars deploy token',
  keywords: ['clojars_'],
  pattern: /CLOJARS_[a-z0-9]{60}/,
  positives: () => [leak`password: ${'CLOJARS_' + fake(lowerDigits, 60)}`],
  negatives: () => ['CLOJARS_USERNAME'],
});
