import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const airbrakeProjectKey = namedValueRule({
  id: 'airbrake-project-key',
  title: 'Airbrake project key',
  names: ['airbrake'],
  tail: ['key', 'token'],
  value: /[a-f0-9]{32}/,
  positives: () => [leak`AIRBRAKE_PROJECT_KEY=${fake(hex, 32)}`],
  negatives: () => [`AIRBRAKE_PROJECT_KEY=${fake(hex, 9)}`, 'AIRBRAKE_PROJECT_KEY=your-key-here'],
});
