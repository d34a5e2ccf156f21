import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const sidekiqCredential = namedValueRule({
  id: 'sidekiq-credential',
  title: 'Sidekiq Pro or Enterprise credential',
  names: ['enterprise__contribsys__com', 'gems__contribsys__com'],
  value: /[a-f0-9]{8}:[a-f0-9]{8}/,
  minEntropy: 2.4,
  positives: () => [leak`BUNDLE_ENTERPRISE__CONTRIBSYS__COM=${`${fake(hex, 8)}:${fake(hex, 8, 2)}`}`],
  negatives: () => ['BUNDLE_ENTERPRISE__CONTRIBSYS__COM=cafebabe'],
});
