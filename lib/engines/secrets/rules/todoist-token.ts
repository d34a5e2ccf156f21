import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const todoistToken = namedValueRule({
  id: 'todoist-token',
  title: 'Todoist token',
  names: ['todoist'],
  tail: ['token', 'key'],
  value: /[a-f0-9]{40}/,
  positives: () => [leak`TODOIST_API_TOKEN=${fake(hex, 40)}`],
  negatives: () => [`TODOIST_API_TOKEN=${fake(hex, 9)}`, 'TODOIST_API_TOKEN=your-key-here'],
});
