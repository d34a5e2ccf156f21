import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const datocmsApiToken = namedValueRule({
  id: 'datocms-api-token',
  title: 'DatoCMS API token',
  names: ['datocms', 'dato_'],
  tail: ['token', 'key'],
  value: /[a-f0-9]{30}/,
  positives: () => [leak`DATOCMS_API_TOKEN=${fake(hex, 30)}`],
  negatives: () => [`DATOCMS_API_TOKEN=${fake(hex, 9)}`, 'DATOCMS_API_TOKEN=your-key-here'],
});
