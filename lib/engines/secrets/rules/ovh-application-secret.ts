import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const ovhApplicationSecret = namedValueRule({
  id: 'ovh-application-secret',
  title: 'OVHcloud application secret',
  names: ['ovh'],
  tail: ['secret', 'consumer'],
  value: /[A-Za-z0-9]{32}/,
  positives: () => [leak`OVH_APPLICATION_SECRET=${fake(base62, 32)}`],
  negatives: () => [`OVH_APPLICATION_SECRET=${fake(hex, 9)}`, 'OVH_APPLICATION_SECRET=your-key-here'],
});
