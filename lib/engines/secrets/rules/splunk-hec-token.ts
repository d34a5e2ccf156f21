import { namedValueRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const splunkHecToken = namedValueRule({
  id: 'splunk-hec-token',
  title: 'Splunk event collector token',
  names: ['splunk'],
  tail: ['token', 'hec'],
  value: /[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`SPLUNK_HEC_TOKEN=${fakeUuid()}`],
  negatives: () => [`SPLUNK_HEC_TOKEN=${fake(hex, 9)}`, 'SPLUNK_HEC_TOKEN=your-key-here'],
});
