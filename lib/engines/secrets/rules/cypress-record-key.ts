import { namedValueRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const cypressRecordKey = namedValueRule({
  id: 'cypress-record-key',
  title: 'Cypress record key',
  names: ['cypress'],
  tail: ['record'],
  value: /[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`CYPRESS_RECORD_KEY=${fakeUuid()}`],
  negatives: () => [`CYPRESS_RECORD_KEY=${fake(hex, 9)}`, 'CYPRESS_RECORD_KEY=your-key-here'],
});
