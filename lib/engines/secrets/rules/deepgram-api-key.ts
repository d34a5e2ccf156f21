import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const deepgramApiKey = namedValueRule({
  id: 'deepgram-api-key',
  title: 'Deepgram API key',
  names: ['deepgram'],
  tail: ['key', 'token'],
  value: /[a-f0-9]{40}/,
  positives: () => [leak`DEEPGRAM_API_KEY=${fake(hex, 40)}`],
  negatives: () => [`DEEPGRAM_API_KEY=${fake(hex, 9)}`, 'DEEPGRAM_API_KEY=your-key-here'],
});
