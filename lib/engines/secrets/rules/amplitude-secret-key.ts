import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const amplitudeSecretKey = namedValueRule({
  id: 'amplitude-secret-key',
  title: 'Amplitude secret key',
  names: ['amplitude'],
  tail: ['secret'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`AMPLITUDE_SECRET_KEY=${fake(hex, 32)}`],
  negatives: () => [`AMPLITUDE_SECRET_KEY=${fake(hex, 9)}`, 'AMPLITUDE_SECRET_KEY=your-key-here'],
});
