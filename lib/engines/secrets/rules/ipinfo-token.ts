import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const ipinfoToken = namedValueRule({
  id: 'ipinfo-token',
  title: 'IPinfo token',
  names: ['ipinfo'],
  tail: ['token', 'key'],
  value: /[a-f0-9]{14}/,
  positives: () => [leak`IPINFO_TOKEN=${fake(hex, 14)}`],
  negatives: () => [`IPINFO_TOKEN=${fake(hex, 9)}`, 'IPINFO_TOKEN=your-key-here'],
});
