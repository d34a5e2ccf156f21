import { namedValueRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const segmentWriteKey = namedValueRule({
  id: 'segment-write-key',
  title: 'Segment write key',
  names: ['segment'],
  tail: ['write', 'key'],
  value: /[A-Za-z0-9]{32}/,
  positives: () => [leak`SEGMENT_WRITE_KEY=${fake(base62, 32)}`],
  negatives: () => [`SEGMENT_WRITE_KEY=${fake(hex, 9)}`, 'SEGMENT_WRITE_KEY=your-key-here'],
});
