import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const assemblyaiApiKey = namedValueRule({
  id: 'assemblyai-api-key',
  title: 'AssemblyAI API key',
  names: ['assemblyai', 'assembly_ai'],
  tail: ['key', 'token'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`ASSEMBLYAI_API_KEY=${fake(hex, 32)}`],
  negatives: () => [`ASSEMBLYAI_API_KEY=${fake(hex, 9)}`, 'ASSEMBLYAI_API_KEY=your-key-here'],
});
