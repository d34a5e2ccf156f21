import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const hetznerToken = namedValueRule({
  id: 'hetzner-token',
  title: 'Hetzner Cloud token',
  names: ['hcloud', 'hetzner'],
  tail: ['token', 'key'],
  value: /[A-Za-z0-9]{64}/,
  positives: () => [leak`HCLOUD_TOKEN=${fake(base62, 64)}`],
  negatives: () => [`HCLOUD_TOKEN=${fake(hex, 9)}`, 'HCLOUD_TOKEN=your-key-here'],
});
