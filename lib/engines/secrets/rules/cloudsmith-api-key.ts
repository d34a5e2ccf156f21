import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const cloudsmithApiKey = namedValueRule({
  id: 'cloudsmith-api-key',
  title: 'Cloudsmith API key',
  names: ['cloudsmith'],
  tail: ['key', 'token'],
  value: /[a-f0-9]{40}/,
  positives: () => [leak`CLOUDSMITH_API_KEY=${fake(hex, 40)}`],
  negatives: () => [`CLOUDSMITH_API_KEY=${fake(hex, 9)}`, 'CLOUDSMITH_API_KEY=your-key-here'],
});
