import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const pipedriveApiToken = namedValueRule({
  id: 'pipedrive-api-token',
  title: 'Pipedrive API token',
  names: ['pipedrive'],
  tail: ['token', 'key'],
  value: /[a-f0-9]{40}/,
  positives: () => [leak`PIPEDRIVE_API_TOKEN=${fake(hex, 40)}`],
  negatives: () => [`PIPEDRIVE_API_TOKEN=${fake(hex, 9)}`, 'PIPEDRIVE_API_TOKEN=your-key-here'],
});
