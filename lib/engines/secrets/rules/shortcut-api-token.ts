import { namedValueRule } from '../rule.ts';
import { fake, fakeUuid, hex, leak } from '../rule-example.ts';

export const shortcutApiToken = namedValueRule({
  id: 'shortcut-api-token',
  title: 'Shortcut API token',
  names: ['shortcut_', 'clubhouse'],
  tail: ['token', 'key'],
  value: /[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/,
  positives: () => [leak`SHORTCUT_API_TOKEN=${fakeUuid()}`],
  negatives: () => [`SHORTCUT_API_TOKEN=${fake(hex, 9)}`, 'SHORTCUT_API_TOKEN=your-key-here'],
});
