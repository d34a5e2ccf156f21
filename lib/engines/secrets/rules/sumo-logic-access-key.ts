import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const sumoLogicAccessKey = namedValueRule({
  id: 'sumo-logic-access-key',
  title: 'Sumo Logic access key',
  names: ['sumo'],
  tail: ['key'],
  value: /[A-Za-z0-9]{64}/,
  positives: () => [leak`SUMOLOGIC_ACCESS_KEY=${fake(base62, 64)}`],
  negatives: () => [`SUMOLOGIC_ACCESS_KEY=${fake(hex, 9)}`, 'SUMOLOGIC_ACCESS_KEY=your-key-here'],
});
