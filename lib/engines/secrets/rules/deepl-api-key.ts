import { namedValueRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const deeplApiKey = namedValueRule({
  id: 'deepl-api-key',
  title: 'DeepL API key',
  names: ['deepl'],
  tail: ['key', 'token'],
  value: /[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}:fx/,
  positives: () => [leak`DEEPL_AUTH_KEY=${`${fakeUuid()}:fx`}`],
  negatives: () => [`DEEPL_AUTH_KEY=${fake(hex, 9)}`, 'DEEPL_AUTH_KEY=your-key-here'],
});
