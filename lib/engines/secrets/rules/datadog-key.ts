import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const datadogKey = namedValueRule({
  id: 'datadog-key',
  title: 'Datadog API or application key',
  names: ['datadog', 'dd_api', 'dd-api', 'dd_app', 'dd-app', 'ddog'],
  value: /(?:[a-f0-9]{40}|[a-f0-9]{32})/,
  tail: ['key', 'token', 'secret'],
  positives: () => [leak`DD_API_KEY=${fake(hex, 32)}`, leak`datadogAppKey: '${fake(hex, 40)}'`],
  negatives: () => [`datadog_trace_id=${fake(hex, 32)}`],
});
